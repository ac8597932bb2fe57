import { CONTROLS } from '@portal/contract/page-elements';
import { getControlName } from './control-name.ts';

const toTarget = (element: HTMLElement) =>
  element instanceof HTMLAnchorElement ? `${element.pathname}${element.hash}` : '';

const FOCUSED = ['a', 'summary', ...CONTROLS.split(',')].map((name) => `${name}:focus`).join();

/** The focused element of a prerendered page that the running one has, too. */
export function findFocused(root: ParentNode): HTMLElement | null {
  return root.querySelector<HTMLElement>(FOCUSED);
}

/** Puts the caret where it was; browsers tell of some kinds of fields only. */
function selectSame(field: Element, { selectionStart, selectionEnd }: HTMLInputElement): void {
  if (field instanceof HTMLInputElement && selectionStart !== null && selectionEnd !== null)
    field.setSelectionRange(selectionStart, selectionEnd);
}

/**
 * Focuses the element in `root` with the name and the target of a prerendered one; its address may have a query, too.
 */
export function restoreFocus(root: ParentNode, prerendered: HTMLElement): void {
  const all = [...root.querySelectorAll<HTMLElement>(prerendered.tagName)];
  const isSame = (element: HTMLElement) =>
    getControlName(element) === getControlName(prerendered) && toTarget(element) === toTarget(prerendered);
  const same = all.find(isSame);
  same?.focus({ preventScroll: true });
  if (same && prerendered instanceof HTMLInputElement) selectSame(same, prerendered);
}
