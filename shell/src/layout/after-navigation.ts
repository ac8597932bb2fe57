import { useLocation } from '@portal/ui';
import type { RefObject } from 'react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';

function focusHeading(page: HTMLElement): void {
  const heading = page.querySelector<HTMLElement>('h1') ?? page;
  heading.setAttribute('tabindex', '-1');
  heading.focus({ preventScroll: true });
}

/**
 * Focuses the new heading when the focused element is removed together with the heading above it: when a page replaces
 * its skeleton, or a failure after a retry. If the heading stays, the page manages its own focus.
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
 * Focuses the new page's heading after a navigation, so that keyboard and screen reader continue there. Does not move
 * the focus for the first page, nor when only the query changes.
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

/** How long to wait, after going back, until the page is long enough for its previous position, in milliseconds. */
const GROWING_LIMIT_MS = 3000;
/** Events that show that the user scrolls or acts. */
const TAKE_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to `top`, and again as the page grows, until `top` is reached or the user acts. Returns a function that stops
 * it.
 */
function scrollAsFarAs(top: number): () => void {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) < 2) stop();
  });
  const timer = setTimeout(stop, GROWING_LIMIT_MS);
  stopping.signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  for (const event of TAKE_OVER) window.addEventListener(event, stop, { passive: true, signal: stopping.signal });
  observer.observe(document.body);
  return stop;
}

/**
 * A new page starts at its top, or at the anchor in its address; back and forward restore the position. If only the
 * query changes, it does not scroll, unlike the router's own `ScrollRestoration`.
 */
export function usePageScroll(): void {
  const { key, pathname, hash } = useLocation();
  const how = useNavigationType();
  const shown = useRef({ key, pathname });
  const positions = useRef(new Map<string, number>());

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { key, pathname };
    if (before.key === key) return undefined;
    // Before the first navigation, and for a reload, the browser restores the position.
    window.history.scrollRestoration = 'manual';
    const left = positions.current.get(key);
    if (how === NavigationType.Pop) return left === undefined ? undefined : scrollAsFarAs(left);
    if (before.pathname === pathname) return undefined;
    const anchor = hash === '' ? null : document.getElementById(hash.slice(1));
    if (anchor) anchor.scrollIntoView();
    else window.scrollTo(0, 0);
    return undefined;
  }, [key, pathname, hash, how]);

  useEffect(() => {
    const keep = () => positions.current.set(shown.current.key, window.scrollY);
    const leave = () => {
      window.history.scrollRestoration = 'auto';
    };
    window.addEventListener('scroll', keep, { passive: true });
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('scroll', keep);
      window.removeEventListener('pagehide', leave);
    };
  }, []);
}
