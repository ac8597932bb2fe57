import type { Country } from '@portal/api';
import type { Language } from '@portal/contract/language';

/**
 * The name of the country with `code` ("de") in `language`; the code in capitals if the browser does not know it.
 */
export function countryName(code: string, language: string): string {
  const region = code.toUpperCase();
  if (!/^[A-Z]{2}$/.test(region)) return region;
  return new Intl.DisplayNames([language], { type: 'region' }).of(region) ?? region;
}

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
