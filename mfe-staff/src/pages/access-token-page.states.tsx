import type { States } from '@portal/catalogue';
import { staffAccount } from '../testing/samples.ts';
import { Page } from './access-token-page.tsx';

const answer = (minutes: number) => ({
  body: { data: { token: 'eyJhbGciOi.sample', expiresAt: new Date(Date.now() + minutes * 60_000).toISOString() } },
});
const page = {
  Page,
  path: '/staff/access-token',
  account: staffAccount('content'),
  answers: { 'GET staff/access-token': answer(30) },
};

export const states = {
  hidden: page,
  shown: { ...page, act: async ({ click }) => await click('main .card button') },
  expired: { ...page, answers: { 'GET staff/access-token': answer(-1) } },
  failed: { ...page, answers: { 'GET staff/access-token': { status: 503 } } },
} satisfies States;
