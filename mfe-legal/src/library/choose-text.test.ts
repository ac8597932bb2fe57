import { expect, test } from '@jest/globals';
import type { Language } from '@portal/contract/language';
import { chooseText, findDocument } from './choose-text.ts';
import type { LibraryDocument } from './content.ts';

const FACTS = { title: 'T', description: 'D', version: '1', validFrom: '2020-01-01' };

function document(versions: Readonly<Record<string, readonly string[]>>): LibraryDocument {
  const load = () => Promise.reject(new Error('not asked for'));
  return {
    id: 'terms',
    versions: Object.entries(versions).map(([id, languages]) => ({
      id,
      texts: languages.map((language) => ({ ...FACTS, language, load })),
    })),
  };
}
const POLICY = document({ v6: ['en', 'fr', 'nl', 'en-us', 'fr-ca'], v3: ['en', 'fr', 'nl'] });

test.each<[string, string | null, Language, string, boolean]>([
  ['the interface’s language', null, 'nl', 'nl', false],
  ['the address ahead of the interface', 'fr', 'nl', 'fr', false],
  ['the policy for the United States', 'en-us', 'nl', 'en-us', false],
  ['the policy for Canada in French', 'fr-ca', 'nl', 'fr-ca', false],
  ['a region in any case', 'FR_CA', 'nl', 'fr-ca', false],
  ['a region without a policy, by its language', 'nl-be', 'en', 'nl', false],
  ['English for German, with a notice', null, 'de', 'en', true],
  ['English for German in the address, with a notice', 'de', 'fr', 'en', true],
  ['the interface’s language for an unknown locale', 'xx', 'fr', 'fr', false],
  ['the interface’s language for a property that every object has', '__proto__', 'nl', 'nl', false],
])('%s [T278]', (_, locale, interfaceLanguage, language, fellBack) => {
  const chosen = chooseText(POLICY, { locale, interfaceLanguage });
  expect([chosen.version.id, chosen.text.language, chosen.fellBack]).toEqual(['v6', language, fellBack]);
});

test.each(['latest', 'v9', '', 'V2', '../v1', 'constructor', undefined])(
  'the version %j selects the current one [T107]',
  (version) => {
    expect(chooseText(findDocument('terms'), { version, locale: null, interfaceLanguage: 'en' }).version.id).toBe('v2');
  },
);

test('an unknown document is an error', () => {
  expect(() => findDocument('manual')).toThrow('There is no document "manual"');
});
