import { useState } from 'react';
import type { ReactNode } from 'react';

/**
 * Shows its content after 300 ms (specification, section 9): fast loads need no announcement. If a skeleton is already on the screen, the
 * content replaces it at once, so that nothing blinks.
 */
export function DelayedFallback({ children }: { readonly children: ReactNode }) {
  const [follows] = useState(() => document.querySelector('.skeleton') !== null);
  return <div className={follows ? undefined : 'late'}>{children}</div>;
}
