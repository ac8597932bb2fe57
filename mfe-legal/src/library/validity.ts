import type { DocumentFacts } from './content.ts';

/** A day as dd.mm.yyyy in every language (specification, section 9); a month by its name. */
export function formatDay(day: string, language: string): string {
  const [year = '', month = '', date] = day.split('-');
  if (date !== undefined) return `${date}.${month}.${year}`;
  const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}-01T00:00:00Z`),
  );
  return `${name} ${year}`;
}

/** The days between which a version holds, ready to be shown. */
export function validityDays({ validFrom, validTo }: DocumentFacts, language: string) {
  return { from: formatDay(validFrom, language), ...(validTo !== undefined && { to: formatDay(validTo, language) }) };
}
