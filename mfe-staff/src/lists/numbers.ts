import type { Language } from '@portal/contract/language';

export function numberText(language: Language, number: number): string {
  return new Intl.NumberFormat(language).format(number);
}

export function percentText(language: Language, share: number): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(share);
}

const KB = 1024;
const MB = KB * KB;

/** A size in KB or MB: "12.5 MB". */
export function sizeText(language: Language, bytes: number): string {
  const [amount, unit] = bytes < MB ? [bytes / KB, 'kilobyte'] : [bytes / MB, 'megabyte'];
  const maximumFractionDigits = amount < 100 ? 1 : 0;
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits }).format(amount);
}

/** The day of UTC as dd.mm.yyyy, in every language. What shows it says "(UTC)" beside it: in the head, or the label. */
export function dayText(moment: Date): string {
  return moment.toISOString().slice(0, 10).split('-').toReversed().join('.');
}

/** Day and time of UTC as dd.mm.yyyy, hh:mm: staff, their filters and the logs speak of the same moments. */
export function momentText(moment: Date): string {
  return `${dayText(moment)}, ${moment.toISOString().slice(11, 16)}`;
}
