const UNITS = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;
const MS_PER_MINUTE = 60 * 1000;

/** A text that somebody wrote, as the end of a sentence of ours. */
export const withoutStop = (text: string): string => text.replace(/[.\s]+$/, '');

/** "1 file", "2 files". */
export const count = (number: number, thing: string) =>
  `${number.toLocaleString('en-US')} ${thing}${number === 1 ? '' : 's'}`;

/** "2026-11-21 03:12 UTC". */
export function minute(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}

/** "3 days"; a clock that was set back counts as no time. */
export function duration(from: string, to: string): string {
  const minutes = Math.floor((Date.parse(to) - Date.parse(from)) / MS_PER_MINUTE);
  const unit = UNITS.find(([, size]) => minutes >= size);
  return unit ? count(Math.floor(minutes / unit[1]), unit[0]) : 'less than a minute';
}

const SMALLEST = 0.1;

/** "0.2 %". */
export function share(part: number, of: number): string {
  const percent = of === 0 ? 0 : (part / of) * 100;
  return percent > 0 && percent < SMALLEST ? `less than ${String(SMALLEST)} %` : `${percent.toFixed(1)} %`;
}
