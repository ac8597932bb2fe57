import { useEffect } from 'react';
import type { RefObject } from 'react';

/**
 * Focuses what somebody came for, in place of the page's heading, which the shell focuses after each navigation; not
 * once they have moved the focus.
 */
export function useArrivalFocus(element: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    // After the effects of this rendering, among which is the shell's.
    if (isWanted)
      queueMicrotask(() => {
        if (document.activeElement?.matches('body, main, h1') ?? true) element.current?.focus();
      });
  }, [element, isWanted]);
}
