import { LANGUAGES } from '@portal/contract/language';
import type { CountryRecord } from '../calls/countries.ts';

const NAMES: Readonly<Record<string, CountryRecord['name']>> = {
  de: { en: 'Germany', de: 'Deutschland', fr: 'Allemagne', nl: 'Duitsland' },
  se: { en: 'Sweden', de: 'Schweden', fr: 'Suède', nl: 'Zweden' },
  at: { en: 'Austria', de: 'Österreich', fr: 'Autriche', nl: 'Oostenrijk' },
};

function perLanguage<Value>(valueOf: (language: string) => Value) {
  return Object.fromEntries(LANGUAGES.map((language) => [language, valueOf(language)])) as Record<
    (typeof LANGUAGES)[number],
    Value
  >;
}

/** For tests: a country on the wire, with all texts in English only. */
export function testCountry(code: string, changes: Partial<CountryRecord> = {}): CountryRecord {
  const only = (language: string, text: string) => (language === 'en' ? text : '');
  return {
    code,
    name: NAMES[code] ?? perLanguage(() => code),
    phonePrefix: '+49',
    active: true,
    newlyAdded: false,
    terms: perLanguage((language) => only(language, 'The terms')),
    promotion: perLanguage((language) => ({
      title: only(language, 'Ride to work'),
      text: only(language, 'Win a helmet.'),
      button: only(language, 'Take part'),
      consent: only(language, 'I agree to emails.'),
    })),
    revision: 3,
    ...changes,
  };
}
