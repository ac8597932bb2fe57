import { useLocation } from '@portal/ui';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';

/**
 * A new page begins at its top, or at the place that its address names; back and forward find the page as it was left. A change of the
 * query alone moves nothing. Not the router's own, which jumps to the top for that, too.
 */
export function usePageScroll(): void {
  const { key, pathname, hash } = useLocation();
  const how = useNavigationType();
  const shown = useRef({ key, pathname });
  const positions = useRef(new Map<string, number>());

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { key, pathname };
    if (before.key === key) return;
    // From now on there are pages to go back to in this document. A reload stays the browser's.
    window.history.scrollRestoration = 'manual';
    const left = positions.current.get(key);
    if (how === NavigationType.Pop) {
      if (left !== undefined) window.scrollTo(0, left);
    } else if (before.pathname !== pathname) {
      const place = hash === '' ? null : document.getElementById(hash.slice(1));
      if (place) place.scrollIntoView();
      else window.scrollTo(0, 0);
    }
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
