import { CONTROLS } from '@portal/contract/page-elements';
import { nameOf } from './name-of.ts';

const targetOf = (element: HTMLElement) =>
  element instanceof HTMLAnchorElement ? `${element.pathname}${element.hash}` : '';

const FOCUSED = ['a', 'summary', ...CONTROLS.split(',')].map((name) => `${name}:focus`).join();

/** The focused element of a painted page that the running one has, too. */
export function paintedFocus(root: ParentNode): HTMLElement | null {
  return root.querySelector<HTMLElement>(FOCUSED);
}

/** Puts the caret where it was; browsers tell of some kinds of fields only. */
function selectSame(field: Element, { selectionStart, selectionEnd }: HTMLInputElement): void {
  if (field instanceof HTMLInputElement && selectionStart !== null && selectionEnd !== null)
    field.setSelectionRange(selectionStart, selectionEnd);
}

/** Focuses the element in `root` with the name and the target of a painted one; its address may have a query, too. */
export function focusSame(root: ParentNode, painted: HTMLElement): void {
  const all = [...root.querySelectorAll<HTMLElement>(painted.tagName)];
  const isSame = (element: HTMLElement) =>
    nameOf(element) === nameOf(painted) && targetOf(element) === targetOf(painted);
  const same = all.find(isSame);
  same?.focus({ preventScroll: true });
  if (same && painted instanceof HTMLInputElement) selectSame(same, painted);
}
