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

/** French adapts the preposition to the date: "du 25.03.2020", "de mai 2018", "d’avril 2018". */
function frenchFrom(day: string): string {
  if (day.includes('.')) return `du ${day}`;
  return /^[ao]/.test(day) ? `d’${day}` : `de ${day}`;
}

/** First and last day of a version, ready to be shown. */
export function validityDays({ validFrom, validTo }: DocumentFacts, language: string) {
  const from = formatDay(validFrom, language);
  return {
    from: language === 'fr' ? frenchFrom(from) : from,
    ...(validTo !== undefined && { to: formatDay(validTo, language) }),
  };
}
