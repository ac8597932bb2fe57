import { NEVER } from '@portal/catalogue';
import type { State, States } from '@portal/catalogue';
import { personAnswer, staffAccount, wireStaffHub } from '../testing/samples.ts';
import { Page } from './person-page.tsx';

const READ = 'GET staff/people/a1';
const page = {
  Page,
  path: '/staff/people/a1',
  route: '/staff/people/:id',
  account: staffAccount('admin', 'support'),
  answers: { [READ]: personAnswer() },
};
const DELETE = 'main .person-actions button';

const open: NonNullable<State['act']> = async ({ click, see }) => {
  await click(DELETE, -1);
  await see('dialog');
};

export const states = {
  'with-a-hub': page,
  'without-hubs': { ...page, answers: { [READ]: personAnswer({ hubs: [], roles: [], lastSeen: null }) } },
  'with-many-hubs': {
    ...page,
    answers: {
      [READ]: personAnswer({ hubs: Array.from({ length: 30 }, (_, n) => wireStaffHub({ serial: `00${n}` })) }),
    },
  },
  'not-confirmed': { ...page, answers: { [READ]: personAnswer({ confirmed: false, migrated: false }) } },
  'of-staff': { ...page, account: staffAccount('support'), answers: { [READ]: personAnswer({ roles: ['admin'] }) } },
  'with-a-history': {
    ...page,
    answers: {
      [READ]: personAnswer({
        history: [
          {
            id: '7',
            action: 'deletion-mail-sent',
            at: '2026-01-31T23:05:00.000Z',
            by: { id: 's1', email: 'support@example.com' },
            on: 'a1',
            what: null,
            reason: 'asked by phone',
          },
        ],
      }),
    },
  },
  own: { ...page, answers: { [READ]: personAnswer({ email: 'admin@example.com' }) } },
  loading: { ...page, answers: { [READ]: NEVER } },
  unknown: { ...page, answers: { [READ]: { status: 404 } } },
  failed: { ...page, answers: { [READ]: { status: 503 } } },
  'asking-before-a-deletion': { ...page, act: open },
  'deletion-without-reason-and-address': {
    ...page,
    act: async (hands) => {
      await open(hands);
      await hands.click('dialog [type="submit"]');
    },
  },
  'deletion-failed': {
    ...page,
    answers: { ...page.answers, 'POST staff/people/a1/delete': { status: 503 } },
    act: async (hands) => {
      await open(hands);
      await hands.fill('dialog [type="text"]', 'owner@example.com');
      await hands.fill('dialog textarea', 'Asked for it by phone');
      await hands.click('dialog [type="submit"]');
    },
  },
} satisfies States;
