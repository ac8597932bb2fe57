import type { Language } from '@portal/contract/language';
import { formatDate } from '@portal/i18n';

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

const padded = (number: number) => String(number).padStart(2, '0');

/** Local day and time as dd.mm.yyyy, hh:mm, in every language. */
export function momentText(moment: Date): string {
  return `${formatDate(moment)}, ${padded(moment.getHours())}:${padded(moment.getMinutes())}`;
}

/** The same of UTC, where filters are days of UTC. */
export function utcMomentText(moment: Date): string {
  const [year, month, day] = moment.toISOString().slice(0, 10).split('-');
  return `${day}.${month}.${year}, ${padded(moment.getUTCHours())}:${padded(moment.getUTCMinutes())}`;
}
