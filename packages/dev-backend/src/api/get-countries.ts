import { CountriesResponseSchema, CountriesQuerySchema } from '@portal/api/wire';
import { FALLBACK_LANGUAGE, languageOf } from '@portal/contract/language';
import { countriesIn } from './countries.ts';
import type { ApiScope } from './valibot-schemas.ts';

const schema = {
  summary: 'The countries, with their names in one language',
  querystring: CountriesQuerySchema,
  response: { 200: CountriesResponseSchema },
};

/** `GET hc-terms-and-conditions/all?lang={locale}` (specification, sections 3 and 7), in English where it speaks no such language. */
export function getCountries(app: ApiScope): void {
  app.get('/hc-terms-and-conditions/all', { schema }, ({ query }) => ({
    data: countriesIn(languageOf(query.lang) ?? FALLBACK_LANGUAGE),
  }));
}
