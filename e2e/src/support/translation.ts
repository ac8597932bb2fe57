/**
 * In the page: translates it as Chromium and Edge do, and goes on with what comes later. Each text node is replaced by
 * `font` elements, so the page's own code holds nodes that are in no document any more.
 */
export function translate(): void {
  const element: string = 'font';
  const skipped = 'font, script, style, noscript, template, select, textarea, title, svg, [translate="no"]';
  const replace = (root: Node) => {
    const found: Text[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text: Node | null = texts.currentNode; text; text = texts.nextNode())
      if (text instanceof Text && text.data.trim() !== '' && !text.parentElement?.closest(skipped)) found.push(text);
    for (const text of found) {
      const [outer, inner] = [document.createElement(element), document.createElement(element)];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const start = () => {
    replace(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) replace(node);
    }).observe(document.body, { childList: true, subtree: true });
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
}

/** How many controls of one name are pressed on a page: every row of a table has its own. */
const MOST_OF_A_KIND = 3;

/**
 * In the page: fills in the fields that are empty, then presses the first control that was not pressed before, in the
 * open dialog if there is one. @returns how that control is told from others; undefined if there is none left.
 */
function pressNext(pressed: readonly string[], mostOfAKind: number): string | undefined {
  const isThere = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true });
  const dialog = document.querySelector('dialog[open]');
  const scope: ParentNode = dialog ?? document;
  for (const field of scope.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    const isTyped = !['checkbox', 'radio', 'file'].includes(field.type) && !field.disabled && !field.readOnly;
    if (!isTyped || !isThere(field) || field.dataset['typed'] !== undefined) continue;
    field.dataset['typed'] = '';
    const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    const value = { email: 'new@example.com', number: '7', date: '2026-01-02' }[field.type] ?? `${field.value}1`;
    // Past React, which would take its own assignment for no change.
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  }
  const controls = [
    ...scope.querySelectorAll<HTMLElement>('button, summary, select, input[type="checkbox"], input[type="radio"]'),
  ];
  // Before "Cancel" closes a dialog, it is sent. The frame comes last: its picker of the language changes all names.
  // "Log out" would end the walk.
  const rank = (control: Element) =>
    control.closest('header, footer') ? 2 : control.matches('dialog [type="submit"]') ? 0 : 1;
  const inOrder = controls.toSorted((one, other) => rank(one) - rank(other));
  const places = new Map<string, number>();
  for (const control of inOrder) {
    if (!isThere(control) || control.matches(':disabled, header button:not([popovertarget])')) continue;
    const text = control instanceof HTMLSelectElement ? control.id : control.textContent;
    const name = (control.getAttribute('aria-label') ?? text).trim().replaceAll(/\d+/g, '#');
    const kind = [dialog?.querySelector('h1, h2')?.textContent, control.localName, name].join(' ');
    const place = (places.get(kind) ?? 0) + 1;
    places.set(kind, place);
    const key = `${kind} ${String(place)}`;
    if (place > mostOfAKind || pressed.includes(key)) continue;
    if (control instanceof HTMLSelectElement) {
      control.selectedIndex = control.options.length - 1;
      control.dispatchEvent(new Event('change', { bubbles: true }));
    } else control.click();
    return key;
  }
  return undefined;
}

/** `pressNext`, as a script to be evaluated in a page. */
export const scriptOfNextPress = (pressed: readonly string[]): string =>
  `(${pressNext.toString()})(${JSON.stringify(pressed)}, ${String(MOST_OF_A_KIND)})`;
