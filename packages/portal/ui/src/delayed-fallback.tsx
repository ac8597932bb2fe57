import { useState } from 'react';
import type { ReactNode } from 'react';

/**
 * How long a wait stays without a sign, in milliseconds (specification, section 9); `--spinner-delay` of the style
 * sheets.
 */
export const SPINNER_DELAY_MS = 300;

interface DelayedFallbackProps {
  /** Inside a paragraph. */
  readonly inline?: boolean;
  readonly children: ReactNode;
}

/**
 * Shows its content after `SPINNER_DELAY_MS`: fast loads need no announcement. If a skeleton is already on the screen,
 * the content replaces it at once, so that nothing blinks.
 */
export function DelayedFallback({ inline = false, children }: DelayedFallbackProps) {
  const [follows] = useState(() => document.querySelector('.skeleton') !== null);
  const Box = inline ? 'span' : 'div';
  return <Box className={follows ? undefined : 'late'}>{children}</Box>;
}
