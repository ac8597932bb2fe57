import type { RefObject } from 'react';
import { useLayoutEffect, useState } from 'react';

/** What an item is estimated to take, in CSS pixels: each character, and the space around (specification, section 9). */
const CHARACTER = 9;
const AROUND = 51;

/** Whether the header's items fold into the menu: whether their estimated width exceeds `freeWidth`, in CSS pixels. */
export function menuFolds({
  items,
  freeWidth,
}: {
  readonly items: readonly string[];
  readonly freeWidth: number;
}): boolean {
  const estimate = items.reduce((width, item) => width + item.length * CHARACTER + AROUND, 0);
  return estimate > freeWidth;
}

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
