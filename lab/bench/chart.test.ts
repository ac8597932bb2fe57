import { expect, test } from '@jest/globals';
import { drawChart } from './chart.ts';

const bar = (label: string, value: number, own = false) => ({
  label,
  value,
  low: value - 50,
  high: value + 50,
  mark: value / 2,
  own,
});

test('a chart has a bar for each value, in proportion, with its label, its value and its group', () => {
  const svg = drawChart('Until <content>', 'a note', [
    { title: '/settings & more', bars: [bar('a', 950), bar('c', 475, true)] },
  ]);
  const widths = [...svg.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));
  expect(widths).toHaveLength(2);
  expect((widths[1] ?? 0) / (widths[0] ?? 1)).toBeCloseTo(0.5, 2);
  for (const text of ['Until &lt;content>', '/settings &amp; more', '>950<', '>475<', '>a note<', '>1000 ms<'])
    expect(svg).toContain(text);
});
