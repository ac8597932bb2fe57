import { mib } from './memory.ts';
import type { EnduranceReport } from './run.ts';

const count = (number: number) => Math.round(number).toLocaleString('en');
const milliseconds = (time: number) => `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;

/** A row of the table in docs/reliability.md. */
export function tableRow(minutes: number, report: EnduranceReport): string {
  const { rate, requests, releases, errors, wrong, median, slow, memory } = report;
  const cells = [
    minutes,
    count(rate),
    count(requests),
    count(releases),
    count(errors.length),
    count(wrong.length),
    `${milliseconds(median)}, ${milliseconds(slow)}`,
    memory.map(({ used }) => mib(used)).join(', '),
    memory.map(({ resident }) => mib(resident, 0)).join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}
