import { useLocation } from '@portal/ui';
import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

function focusHeading(page: HTMLElement): void {
  const heading = page.querySelector<HTMLElement>('h1') ?? page;
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
}

/**
 * When what has the focus goes together with the heading above it (a skeleton makes room for its page, a failure for the retried
 * page), the new heading gets the focus. Where the heading stays, the page itself sees to its focus.
 */
function keepFocus(page: HTMLElement): () => void {
  let held: { readonly element: Element; readonly heading: Element | null } | undefined;
  const hold = ({ target }: FocusEvent) => {
    held = target instanceof Element ? { element: target, heading: page.querySelector('h1') } : undefined;
  };
  const observer = new MutationObserver(() => {
    if (!held) return;
    const { element, heading } = held;
    const active = document.activeElement;
    const lost = (active === null || active === document.body) && !element.isConnected && heading?.isConnected !== true;
    const headingCame = active === page && element === page && heading === null && page.querySelector('h1') !== null;
    if (lost || headingCame) focusHeading(page);
  });
  page.addEventListener('focusin', hold);
  observer.observe(page, { childList: true, subtree: true });
  return () => {
    page.removeEventListener('focusin', hold);
    observer.disconnect();
  };
}

/**
 * After a navigation the keyboard goes on, and a screen reader reads on, at the new page's heading, and stays there when that is the
 * skeleton's. The first page leaves focus where the browser put it; so does a change of the query alone.
 */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => (main.current ? keepFocus(main.current) : undefined), [main]);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (main.current) focusHeading(main.current);
  }, [pathname, main]);
}
