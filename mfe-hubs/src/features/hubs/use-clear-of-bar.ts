import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Distance between the bar and the focused element, in pixels: the width of the focus ring and some air. */
const DISTANCE_PX = 8;

/**
 * Scrolls a focused element out from under the bar that stays at the top of the screen. Not all browsers respect `scroll-padding` when
 * the focus moves, and the height of the bar depends on the reader's text size.
 */
export function useClearOfBar(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const current = bar.current;
      if (!current || !(target instanceof Element) || current.contains(target)) return;
      const { top, bottom } = current.getBoundingClientRect();
      const isAtTop = top <= 0 && bottom > 0;
      // Elements before the bar are above it on the page, and a dialog is in front of it.
      const isBehind = current.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (!isAtTop || !isBehind || target.closest('dialog')) return;
      const covered = bottom + DISTANCE_PX - target.getBoundingClientRect().top;
      if (covered > 0) window.scrollBy(0, -covered);
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  return bar;
}
