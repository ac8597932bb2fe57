import type { Language } from '@portal/contract/language';
import { send } from '../transport.ts';
import { CountriesResponseSchema, GENERIC_INACTIVE } from '../wire.ts';

/** A country to choose. */
export interface Country {
  /** In lower case, as the account has it. */
  readonly code: string;
  /** In the language that was asked for. */
  readonly name: string;
}

/** The countries to choose from, each once, without those that are marked as inactive (specification, section 3). @throws {CallError} */
export async function getCountries(language: Language): Promise<Country[]> {
  const { data } = await send(
    { method: 'GET', path: `hc-terms-and-conditions/all?lang=${encodeURIComponent(language)}` },
    CountriesResponseSchema,
  );
  const shown = data.filter(({ countryName }) => !countryName.includes(GENERIC_INACTIVE));
  const names = new Map(shown.map(({ countryCode, countryName }) => [countryCode.toLowerCase(), countryName]));
  return [...names].map(([code, name]) => ({ code, name }));
}
