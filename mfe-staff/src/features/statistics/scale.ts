/** How many lines a plot has at most, besides that of 0. */
const MOST_STEPS = 4;
const NICE = [1, 2, 5, 10];

/** The marks of an axis from 0 to at least `most`, at round numbers. */
export function marksFor(most: number): readonly number[] {
  const wanted = Math.max(1, most / MOST_STEPS);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = (NICE.find((nice) => nice * power >= wanted) ?? 10) * power;
  const steps = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: steps + 1 }, (_mark, index) => index * step);
}
