import type { State, States } from '@portal/catalogue';
import { OEMS, refusal, staffAccount } from '../testing/samples.ts';
import { Page } from './oems-page.tsx';

const LIST = 'GET staff/oems';
const page = { Page, path: '/staff/oems', account: staffAccount('admin'), answers: { [LIST]: OEMS } };

const add =
  (name: string): NonNullable<State['act']> =>
  async ({ click, fill }) => {
    await click('main .button--primary');
    await fill('dialog [type="text"]', name);
    await click('dialog [type="submit"]');
  };

export const states = {
  list: page,
  'for-content': { ...page, account: staffAccount('content') },
  none: { ...page, answers: { [LIST]: { body: { data: [] } } } },
  failed: { ...page, answers: { [LIST]: { status: 503 } } },
  'name-missing': { ...page, act: add('') },
  'name-too-long': { ...page, act: add('x'.repeat(300)) },
  'name-taken': {
    ...page,
    answers: { ...page.answers, 'POST staff/oems': refusal(409, 'OEM_EXISTS') },
    act: add('Acme'),
  },
  'asking-before-a-removal': { ...page, act: async ({ click }) => await click('main table .button--danger-quiet') },
} satisfies States;
