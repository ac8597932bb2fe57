/**
 * Gives the focus to `element` when what had it has gone from the page. The browser then leaves it with something around the place;
 * whoever has gone on to another element stays there.
 */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  if (element && (document.activeElement?.contains(element) ?? true)) element.focus();
}
