import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Moves the focus to `element` if the focused element has been removed from the page: the browser then moves the focus
 * to an ancestor. If the user has moved the focus to another element, it stays there.
 */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  if (element && (document.activeElement?.contains(element) ?? true)) element.focus();
}

/**
 * Moves a lost focus to `target` after a retry, because the pressed "Try again" is removed together with the failure.
 */
export function useFocusAfterRetry(
  target: RefObject<HTMLElement | null>,
  { retrying, ended }: { readonly retrying: boolean; readonly ended: boolean },
): void {
  const wasRetrying = useRef(false);
  useLayoutEffect(() => {
    if (ended && wasRetrying.current) focusIfLost(target.current);
    wasRetrying.current = retrying;
  }, [target, retrying, ended]);
}
