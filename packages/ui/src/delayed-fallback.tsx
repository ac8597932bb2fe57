import { useState } from 'react';
import type { ReactNode } from 'react';

/**
 * Shows its content after 300 ms (specification, section 9): what comes soon needs no announcement. If a skeleton is on the
 * screen already, painted with the page or by the page before, it takes over at once, so that nothing blinks.
 */
export function DelayedFallback({ children }: { readonly children: ReactNode }) {
  const [follows] = useState(() => document.querySelector('.skeleton') !== null);
  return <div className={follows ? undefined : 'late'}>{children}</div>;
}
