import { NEVER } from '@portal/catalogue';
import type { States } from '@portal/catalogue';
import { countries, staffAccount, testCountry } from '../testing/samples.ts';
import { Page } from './countries-page.tsx';

const LIST = 'GET staff/countries';
const page = {
  Page,
  path: '/staff/countries',
  account: staffAccount('content'),
  answers: { [LIST]: countries(testCountry('de'), testCountry('se', { active: false }), testCountry('at')) },
};

export const states = {
  'for-content': page,
  'for-admins': { ...page, account: staffAccount('admin') },
  none: { ...page, answers: { [LIST]: countries() } },
  loading: { ...page, answers: { [LIST]: NEVER } },
  failed: { ...page, answers: { [LIST]: { status: 503 } } },
} satisfies States;
