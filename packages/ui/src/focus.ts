import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Moves the focus to `element` when the focused element has left the page: the browser then leaves the focus on something around that
 * place. Somebody who has moved on to another element keeps the focus there.
 */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  if (element && (document.activeElement?.contains(element) ?? true)) element.focus();
}

/** Moves a lost focus to `target` once a retry has ended: the pressed "Try again" leaves the page together with the failure. */
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
