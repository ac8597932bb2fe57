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
