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

/** What one bar of a plot is about: a day, or seven days from that one on. */
export interface Bar {
  readonly day: string;
  readonly values: readonly number[];
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

const WEEK = 7;

/** The sums of seven days each; the days are ascending and their number is a multiple of seven. */
export function sumWeeks(days: readonly Bar[]): readonly Bar[] {
  return days
    .filter((_day, index) => index % WEEK === 0)
    .map(({ day, values }, week) => ({
      day,
      values: values.map((_value, index) =>
        sum(days.slice(week * WEEK, (week + 1) * WEEK).map((each) => each.values[index] ?? 0)),
      ),
    }));
}
