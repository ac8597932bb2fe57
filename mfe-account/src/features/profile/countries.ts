import type { Country } from '@portal/api';
import { countryName } from '@portal/contract/country-name';
import type { Language } from '@portal/contract/language';

export interface CountryChoice {
  readonly countries: readonly Country[];
  /** The saved country, or ''. The user can choose it even if the list does not contain it. */
  readonly stored: string;
  readonly value: string;
  readonly language: Language;
  /** The text of the first option while no country is chosen. */
  readonly choose: string;
}

/** The options of the country field. */
export function countryOptions({ countries, stored, value, language, choose }: CountryChoice) {
  const listed = countries.map(({ code, name }) => ({ value: code, text: name }));
  const unlisted = [...new Set([stored, value])]
    .filter((code) => code !== '' && !countries.some((country) => country.code === code))
    .map((code) => ({ value: code, text: countryName(code, language) }));
  const none = value === '' ? [{ value: '', text: choose }] : [];
  return [...none, ...unlisted, ...listed];
}
