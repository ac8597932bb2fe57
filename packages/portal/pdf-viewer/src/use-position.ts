import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Width inside an element's padding; 0 before it is known. */
export function useAvailableWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) setWidth(entry.contentRect.width);
    });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return width;
}

/** Where the reader is among the children of a scrolled area. */
export function usePosition() {
  const area = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  /** How much of the content is above the middle of the visible part, between 0 and 1. */
  const middle = useRef(0);

  const follow = () => {
    if (!area.current) return;
    const { scrollTop, scrollHeight, clientHeight, children } = area.current;
    middle.current = scrollTop === 0 ? 0 : (scrollTop + clientHeight / 2) / scrollHeight;
    const centre = area.current.getBoundingClientRect().top + clientHeight / 2;
    const begun = [...children].filter((child) => child.getBoundingClientRect().top <= centre);
    setCurrent(Math.max(begun.length - 1, 0));
  };

  const goTo = (index: number) => {
    const tops = [...(area.current?.children ?? [])].map((child) => child.getBoundingClientRect().top);
    area.current?.scrollTo({ top: (tops[index] ?? 0) - (tops[0] ?? 0) });
  };

  /** Scrolls back to the same place after the content has got another size. */
  const keep = useCallback(() => {
    if (!area.current || middle.current === 0) return;
    const { scrollHeight, clientHeight } = area.current;
    area.current.scrollTo({ top: middle.current * scrollHeight - clientHeight / 2 });
  }, []);

  return { area, current, goTo, follow, keep };
}
