import { LANGUAGES } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import type { Promotion } from '@portal/staff-api/wire';
import type { Transaction } from '../../database/add-person.ts';
import { countries } from '../../database/schema.ts';

/** The countries that people could choose before staff kept them, with their phone prefixes. */
const ACTIVE = {
  at: '+43',
  au: '+61',
  be: '+32',
  bg: '+359',
  ca: '+1',
  ch: '+41',
  cy: '+357',
  cz: '+420',
  de: '+49',
  dk: '+45',
  ee: '+372',
  es: '+34',
  fi: '+358',
  fr: '+33',
  gb: '+44',
  gr: '+30',
  hr: '+385',
  hu: '+36',
  ie: '+353',
  is: '+354',
  it: '+39',
  jp: '+81',
  li: '+423',
  lt: '+370',
  lu: '+352',
  lv: '+371',
  mc: '+377',
  mt: '+356',
  nl: '+31',
  no: '+47',
  nz: '+64',
  pl: '+48',
  pt: '+351',
  ro: '+40',
  se: '+46',
  si: '+386',
  sk: '+421',
  us: '+1',
} as const;
const INACTIVE = { br: '+55', in: '+91', za: '+27' } as const;
const NEWLY_ADDED = new Set(['cy', 'is', 'mt', 'nz']);
/** Countries that begin with texts. */
const WITH_TEXTS = new Set(['at', 'be', 'ch', 'de', 'fr', 'gb', 'nl', 'nz']);

interface SampleTexts {
  readonly terms: (country: string) => string;
  readonly promotion: Promotion;
}

const SAMPLE_TEXTS: Readonly<Record<Language, SampleTexts>> = {
  en: {
    terms: (country) =>
      `Terms and conditions of the fall alert (${country})\n\nSample text, to be replaced by the operator.\n\nThe fall alert calls for help after a fall. It needs the app, a hub and a mobile connection.`,
    promotion: {
      title: 'The fall alert is here',
      text: 'Help after a fall: your bike notices it, and your phone calls for help.',
      button: 'Try it out',
      consent: 'I agree to the terms and conditions of the fall alert.',
    },
  },
  de: {
    terms: (country) =>
      `Allgemeine Geschäftsbedingungen für den Sturzalarm (${country})\n\nBeispieltext, vom Betreiber zu ersetzen.\n\nDer Sturzalarm ruft nach einem Sturz Hilfe. Sie brauchen dafür die App, einen Hub und eine mobile Verbindung.`,
    promotion: {
      title: 'Der Sturzalarm ist da',
      text: 'Hilfe nach einem Sturz: Ihr Rad bemerkt ihn, und Ihr Telefon ruft Hilfe.',
      button: 'Jetzt ausprobieren',
      consent: 'Ich stimme den Allgemeinen Geschäftsbedingungen des Sturzalarms zu.',
    },
  },
  fr: {
    terms: (country) =>
      `Conditions générales de l’alerte chute (${country})\n\nTexte d’exemple, à remplacer par l’exploitant.\n\nL’alerte chute appelle les secours après une chute. Il vous faut l’application, un hub et une connexion mobile.`,
    promotion: {
      title: 'L’alerte chute est là',
      text: 'De l’aide après une chute : votre vélo la détecte et votre téléphone appelle les secours.',
      button: 'Essayer',
      consent: 'J’accepte les conditions générales de l’alerte chute.',
    },
  },
  nl: {
    terms: (country) =>
      `Algemene voorwaarden van het valalarm (${country})\n\nVoorbeeldtekst, door de exploitant te vervangen.\n\nHet valalarm roept hulp in na een val. U hebt daarvoor de app, een hub en een mobiele verbinding nodig.`,
    promotion: {
      title: 'Het valalarm is er',
      text: 'Hulp na een val: uw fiets merkt het, en uw telefoon roept hulp in.',
      button: 'Nu proberen',
      consent: 'Ik ga akkoord met de algemene voorwaarden van het valalarm.',
    },
  },
};

const NO_PROMOTION: Promotion = { title: '', text: '', button: '', consent: '' };

function perLanguage<Value>(valueIn: (language: Language) => Value): Record<Language, Value> {
  const [en, de, fr, nl] = LANGUAGES;
  return { en: valueIn(en), de: valueIn(de), fr: valueIn(fr), nl: valueIn(nl) };
}

function getCountry([code, phonePrefix]: readonly [string, string]): typeof countries.$inferInsert {
  const names = perLanguage(
    (language) => new Intl.DisplayNames(language, { type: 'region' }).of(code.toUpperCase()) ?? code,
  );
  const hasTexts = WITH_TEXTS.has(code);
  return {
    code,
    names,
    phonePrefix,
    active: code in ACTIVE,
    newlyAdded: NEWLY_ADDED.has(code),
    terms: perLanguage((language) => (hasTexts ? SAMPLE_TEXTS[language].terms(names[language]) : '')),
    promotion: perLanguage((language) => (hasTexts ? SAMPLE_TEXTS[language].promotion : NO_PROMOTION)),
  };
}

/** Puts the first countries into a new database: people need countries. */
export async function addFirstCountries(transaction: Transaction): Promise<void> {
  await transaction.insert(countries).values(Object.entries({ ...ACTIVE, ...INACTIVE }).map(getCountry));
}
