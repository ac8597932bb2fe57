import type { FakeResponse } from '@portal/api/testing';
import { NEVER } from '@portal/catalogue';
import type { State, States } from '@portal/catalogue';
import { countries, refusal, staffAccount, testCountry } from '../testing/samples.ts';
import { Page } from './country-page.tsx';

const COUNTRY = testCountry('de');
const answers = { 'GET staff/countries': countries(COUNTRY) };
const page = {
  Page,
  path: '/staff/countries/de',
  route: '/staff/countries/:code',
  account: staffAccount('content'),
  answers,
};

const fill =
  (selector: string, text: string): NonNullable<State['act']> =>
  async (hands) => {
    await hands.fill(selector, text);
    await hands.click('main form [type="submit"]');
  };

const save = (answer: FakeResponse | (() => Promise<never>), more = {}): State => ({
  ...page,
  answers: { ...answers, ...more, 'PUT staff/countries/de': answer },
  act: fill('[name="phonePrefix"]', '+50'),
});

export const states = {
  'for-content': page,
  'for-admins': { ...page, account: staffAccount('admin') },
  new: { ...page, path: '/staff/countries/new' },
  unknown: { ...page, path: '/staff/countries/zz' },
  'in-a-language-without-texts': { ...page, act: async ({ click }) => await click('input[type="radio"]', 1) },
  'wrong-prefix': { ...page, act: fill('[name="phonePrefix"]', '49') },
  'name-missing': { ...page, act: fill('[name="name.nl"]', '') },
  'name-reserved': { ...page, act: fill('[name="name.en"]', 'GENERIC_INACTIVE') },
  'button-too-long': { ...page, act: fill('[name$=".button"]', 'x'.repeat(41)) },
  saving: save(NEVER),
  'save-failed': save({ status: 500 }),
  'changed-by-somebody-else': save(refusal(409, 'COUNTRY_HAS_CHANGED'), {
    'GET staff/countries': [
      answers['GET staff/countries'],
      countries({ ...COUNTRY, phonePrefix: '+499', revision: 4 }),
    ],
  }),
} satisfies States;
