import type { FakeResponse } from '@portal/api/testing';
import { NEVER } from '@portal/catalogue';
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

const addAnswered = (answer: FakeResponse | (() => Promise<never>)): State => ({
  ...page,
  answers: { ...page.answers, 'POST staff/oems': answer },
  act: add('Nova'),
});

const FIRST_ROW = 'main table tbody:nth-of-type(1)';
const remove: NonNullable<State['act']> = async ({ click }) => await click(`${FIRST_ROW} .button--danger-quiet`);

export const states = {
  list: page,
  'for-content': { ...page, account: staffAccount('content') },
  none: { ...page, answers: { [LIST]: { body: { data: [] } } } },
  failed: { ...page, answers: { [LIST]: { status: 503 } } },
  'name-missing': { ...page, act: add('') },
  'name-too-long': { ...page, act: add('x'.repeat(300)) },
  'name-taken': addAnswered(refusal(409, 'OEM_EXISTS')),
  saving: addAnswered(NEVER),
  'save-failed': addAnswered({ status: 500 }),
  'renamed-after-its-removal': {
    ...page,
    answers: { ...page.answers, 'PUT staff/oems/a': refusal(404, 'OEM_NOT_FOUND') },
    act: async ({ click, fill }) => {
      await click(`${FIRST_ROW} .button--quiet`);
      await fill('dialog [type="text"]', 'Aero');
      await click('dialog [type="submit"]');
    },
  },
  'asking-before-a-removal': { ...page, act: remove },
  'removal-failed': {
    ...page,
    answers: { ...page.answers, 'DELETE staff/oems/a': { status: 503 } },
    act: async (hands) => {
      await remove(hands);
      await hands.click('dialog [type="submit"]');
    },
  },
} satisfies States;
