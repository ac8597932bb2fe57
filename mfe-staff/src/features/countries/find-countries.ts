import type { Language } from '@portal/contract/language';
import type { CountryRecord } from '../../calls/countries.ts';
import { trimText } from '@portal/contract/trim-text';

/** For comparison: without case and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The countries that have the text in their code, a name or their phone prefix, sorted by their name in `language`. */
export function findCountries(
  countries: readonly CountryRecord[],
  text: string,
  language: Language,
): readonly CountryRecord[] {
  const wanted = plain(trimText(text));
  return countries
    .filter(({ code, name, phonePrefix }) =>
      [code, phonePrefix, ...Object.values(name)].some((words) => plain(words).includes(wanted)),
    )
    .toSorted((a, b) => a.name[language].localeCompare(b.name[language], language));
}
