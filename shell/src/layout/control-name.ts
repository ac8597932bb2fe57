/** What tells a control or a link from the others of its page. */
export function getControlName(element: Element): string {
  return element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent;
}
