import { wireHub } from '@portal/api/testing';
import type { FakeResponse } from '@portal/api/testing';
import { NEVER } from '@portal/catalogue';
import type { State, States } from '@portal/catalogue';
import { ANSWERS, OWN_LOGIN } from '../testing/answers.ts';
import { Page } from './delete-page.tsx';

const links = { identityManagement: 'https://identity.example.com/' };
const page = { Page, path: '/account/delete', links, answers: ANSWERS };
const own = { ...page, account: OWN_LOGIN };
const HUBS: FakeResponse = {
  body: { data: [wireHub({ serial: '0001' }), wireHub({ serial: '0002', type: 'REARLIGHT', role: 'guest' })] },
};

const refused = (answer: FakeResponse): State => ({
  ...own,
  answers: { ...ANSWERS, 'POST account/destroy': answer },
  act: async ({ click, fill }) => {
    await fill('[name="password"]', 'secret-1');
    await click('form [type="submit"]');
  },
});

export const states = {
  'single-sign-on': page,
  'own-login': own,
  'two-hubs': { ...page, answers: { ...ANSWERS, 'GET hubs': HUBS } },
  'hubs-failed': { ...page, answers: { ...ANSWERS, 'GET hubs': [{ status: 500 }, HUBS] } },
  'password-missing': {
    ...own,
    act: async ({ click, leave }) => {
      await click('[name="password"]');
      await leave();
    },
  },
  'password-wrong': refused({ status: 400, body: { errors: [{ code: 3_000_022 }] } }),
  'tried-too-often': refused({ status: 429, headers: { 'retry-after': '30' } }),
  failed: refused({ status: 500 }),
  deleting: {
    ...page,
    answers: { ...ANSWERS, 'POST account/destroy': NEVER },
    act: async ({ click }) => await click('form [type="submit"]'),
  },
} satisfies States;
