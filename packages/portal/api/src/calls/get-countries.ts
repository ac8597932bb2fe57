import type { Language } from '@portal/contract/language';
import { send } from '../transport.ts';
import { CountriesResponseSchema, GENERIC_INACTIVE } from '../wire.ts';

/** A country that users can choose. */
export interface Country {
  /** In lower case, as the account has it. */
  readonly code: string;
  /** In the requested language. */
  readonly name: string;
}

/**
 * The countries that users can choose, without duplicates and without inactive ones (specification, section 3).
 * @throws {CallError}
 */
export async function getCountries(language: Language): Promise<Country[]> {
  const { data } = await send(
    { method: 'GET', path: `hc-terms-and-conditions/all?lang=${encodeURIComponent(language)}` },
    CountriesResponseSchema,
  );
  const shown = data.filter(({ countryName }) => !countryName.includes(GENERIC_INACTIVE));
  const names = new Map(shown.map(({ countryCode, countryName }) => [countryCode.toLowerCase(), countryName]));
  return [...names].map(([code, name]) => ({ code, name }));
}
