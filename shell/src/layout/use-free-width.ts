import type { RefObject } from 'react';
import { useLayoutEffect, useState } from 'react';

/**
 * Width in CSS pixels that `taken` leaves free in `box`, measured whenever one of them changes its size. Until the first measuring
 * it is infinite.
 */
export function useFreeWidth(box: RefObject<HTMLElement | null>, taken: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const [around, inside] = [box.current, taken.current];
    if (!around || !inside) return undefined;
    const measure = () => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(around);
      const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
      setWidth(around.clientWidth - (Number.isNaN(padding) ? 0 : padding) - inside.offsetWidth);
    };
    measure(); // Before the first painting, so that nothing jumps.
    const observer = new ResizeObserver(measure);
    observer.observe(around);
    observer.observe(inside);
    return () => observer.disconnect();
  }, [box, taken]);
  return width;
}
