import type { Country } from '@portal/api';
import type { Language } from '@portal/contract/language';

/**
 * The name of the country with `code` ("de") in `language`; the code itself, in capitals, where the browser knows no name or the
 * code is none.
 */
export function countryName(code: string, language: string): string {
  const region = code.toUpperCase();
  if (!/^[A-Z]{2}$/.test(region)) return region;
  return new Intl.DisplayNames([language], { type: 'region' }).of(region) ?? region;
}

export interface CountryChoice {
  readonly countries: readonly Country[];
  /** The saved country; empty where there is none. It stays to choose, even where the list hides it. */
  readonly stored: string;
  readonly value: string;
  readonly language: Language;
  /** Stands there as long as no country is chosen. */
  readonly choose: string;
}

/** What the list of countries offers. */
export function countryOptions({ countries, stored, value, language, choose }: CountryChoice) {
  const listed = countries.map(({ code, name }) => ({ value: code, text: name }));
  const unlisted = [...new Set([stored, value])]
    .filter((code) => code !== '' && !countries.some((country) => country.code === code))
    .map((code) => ({ value: code, text: countryName(code, language) }));
  const none = value === '' ? [{ value: '', text: choose }] : [];
  return [...none, ...unlisted, ...listed];
}
