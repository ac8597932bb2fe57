import { GENERIC_INACTIVE, CountriesResponseSchema, CountriesQuerySchema } from '@portal/api/wire';
import type { WireCountry } from '@portal/api/wire';
import { FALLBACK_LANGUAGE, parseLanguage } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../database/open-database.ts';
import { countries } from '../database/schema.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

/** Whether accounts may choose this country. */
export async function isActiveCountry(db: Database, code: string): Promise<boolean> {
  return (await db.$count(countries, and(eq(countries.code, code), countries.active))) > 0;
}

/** The countries, sorted by their names in a language, with the inactive ones last. */
async function countriesIn(db: Database, language: Language): Promise<readonly WireCountry[]> {
  const { compare } = new Intl.Collator(language);
  const { code, names, active } = countries;
  const found = await db.select({ code, names, active }).from(countries).orderBy(asc(code));
  const named = (isActive: boolean) =>
    found
      .filter((country) => country.active === isActive)
      .map((country) => ({ countryCode: country.code, countryName: country.names[language] }));
  const inactive = named(false).map((country) => ({
    ...country,
    countryName: `${country.countryName} (${GENERIC_INACTIVE})`,
  }));
  return [...named(true).toSorted((a, b) => compare(a.countryName, b.countryName)), ...inactive];
}

const schema = {
  summary: 'The countries, with their names in one language',
  querystring: CountriesQuerySchema,
  response: { 200: CountriesResponseSchema },
};

/**
 * `GET hc-terms-and-conditions/all?lang={locale}` (specification, sections 3 and 7), in English if the language is
 * unknown.
 */
export function getCountries(app: ApiScope, { db }: Services): void {
  app.get('/hc-terms-and-conditions/all', { schema }, async ({ query }) => ({
    data: await countriesIn(db, parseLanguage(query.lang) ?? FALLBACK_LANGUAGE),
  }));
}
