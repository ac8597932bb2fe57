import { GENERIC_INACTIVE } from '@portal/api/wire';
import type { WireCountry } from '@portal/api/wire';
import type { Language } from '@portal/contract/language';

const ACTIVE_CODES =
  'at au be bg ca ch cy cz de dk ee es fi fr gb gr hr hu ie is it jp li lt lu lv mc mt nl no nz pl pt ro se si sk us'.split(
    ' ',
  );
const INACTIVE_CODES = ['br', 'in', 'za'];

/** Whether an account may move there. */
export function isActiveCountry(code: string): boolean {
  return ACTIVE_CODES.includes(code);
}

/** The countries with their names in a language, by those names; the inactive ones last. */
export function countriesIn(language: Language): WireCountry[] {
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
