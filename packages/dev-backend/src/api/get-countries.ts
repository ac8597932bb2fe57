import { GENERIC_INACTIVE, CountriesResponseSchema, CountriesQuerySchema } from '@portal/api/wire';
import type { WireCountry } from '@portal/api/wire';
import { FALLBACK_LANGUAGE, languageOf } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import type { ApiScope } from '@portal/node-kit/api-scope';

const ACTIVE_CODES =
  'at au be bg ca ch cy cz de dk ee es fi fr gb gr hr hu ie is it jp li lt lu lv mc mt nl no nz pl pt ro se si sk us'.split(
    ' ',
  );
const INACTIVE_CODES = ['br', 'in', 'za'];

/** Whether accounts may choose this country. */
export function isActiveCountry(code: string): boolean {
  return ACTIVE_CODES.includes(code);
}

/** The countries, sorted by their names in a language, with the inactive ones last. */
function countriesIn(language: Language): WireCountry[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const { compare } = new Intl.Collator(language);
  const named = (code: string) => ({ countryCode: code, countryName: names.of(code.toUpperCase()) ?? code });
  const active = ACTIVE_CODES.map(named).toSorted((a, b) => compare(a.countryName, b.countryName));
  const inactive = INACTIVE_CODES.map(named).map(({ countryCode, countryName }) => ({
    countryCode,
    countryName: `${countryName} (${GENERIC_INACTIVE})`,
  }));
  return [...active, ...inactive];
}

const schema = {
  summary: 'The countries, with their names in one language',
  querystring: CountriesQuerySchema,
  response: { 200: CountriesResponseSchema },
};

/** `GET hc-terms-and-conditions/all?lang={locale}` (specification, sections 3 and 7), in English if the language is unknown. */
export function getCountries(app: ApiScope): void {
  app.get('/hc-terms-and-conditions/all', { schema }, ({ query }) => ({
    data: countriesIn(languageOf(query.lang) ?? FALLBACK_LANGUAGE),
  }));
}
