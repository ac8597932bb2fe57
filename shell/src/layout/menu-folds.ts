import type { RefObject } from 'react';
import { useLayoutEffect, useState } from 'react';

/**
 * For the estimated width of an item, in CSS pixels: the width of a character, and of the space around the text
 * (specification, section 9).
 */
const CHARACTER = 9;
const AROUND = 51;

/** Whether the header's items fold into the menu: their estimated width exceeds `freeWidth`, in CSS pixels. */
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
 * The width of `box` without `taken`, in CSS pixels. Measured again whenever one of them is resized; infinite before
 * the first measurement.
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
    measure(); // before the first paint, so that nothing moves
    const observer = new ResizeObserver(measure);
    observer.observe(around);
    observer.observe(inside);
    return () => observer.disconnect();
  }, [box, taken]);
  return width;
}
