import type { FakeResponse } from '@portal/api/testing';
import { NEVER } from '@portal/catalogue';
import type { State, States } from '@portal/catalogue';
import { personAnswer, refusal, staffAccount, wireStaffHub } from '../testing/samples.ts';
import { Page } from './person-page.tsx';

const READ = 'GET staff/people/a1';
const page = {
  Page,
  path: '/staff/people/a1',
  route: '/staff/people/:id',
  account: staffAccount('admin', 'support'),
  answers: { [READ]: personAnswer() },
};
const HUB = wireStaffHub();
const ACTION = 'main .person-actions button';

type Act = NonNullable<State['act']>;

const open: Act = async ({ click, see }) => {
  await click(ACTION, -1);
  await see('dialog');
};

const giveReason: Act = async ({ click, fill }) => {
  await fill('dialog textarea', 'Asked for it by phone');
  await click('dialog [type="submit"]');
};

const press =
  (button: string, index?: number): Act =>
  async (hands) => {
    await hands.click(button, index);
    await giveReason(hands);
  };

const deleteOf =
  (address: string): Act =>
  async (hands) => {
    await open(hands);
    await hands.fill('dialog [type="text"]', address);
    await giveReason(hands);
  };

const answered = (call: string, answer: FakeResponse | (() => Promise<never>), act: Act, person = {}): State => ({
  ...page,
  answers: { [READ]: personAnswer(person), [`POST staff/${call}`]: answer },
  act,
});
const LAST_ADMIN = refusal(400, 'LAST_ADMIN');
const ADMIN = { roles: ['admin'] };

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
  'with-refused-mails': {
    ...page,
    answers: {
      [READ]: personAnswer({
        refusedMails: [{ kind: 'hub-released', at: '2026-01-31T10:00:00.000Z', reason: '550 No such mailbox' }],
      }),
    },
  },
  'looked-up-too-often': {
    ...page,
    answers: { [READ]: [{ status: 429, headers: { 'retry-after': '30' } }, personAnswer()] },
  },
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
  'deletion-of-another-address': { ...page, act: deleteOf('other@example.com') },
  deleting: answered('people/a1/delete', NEVER, deleteOf('owner@example.com')),
  'deletion-refused': answered('people/a1/delete', LAST_ADMIN, deleteOf('owner@example.com'), ADMIN),
  'deletion-failed': answered('people/a1/delete', { status: 503 }, deleteOf('owner@example.com')),
  'role-refused': answered(
    'people/a1/roles',
    LAST_ADMIN,
    async (hands) => {
      await hands.choose('main select', 'admin');
      await press(ACTION, 1)(hands);
    },
    ADMIN,
  ),
  'note-failed': answered('people/a1/notes', { status: 500 }, press('main section > .cluster > button')),
  'mail-sent-too-often': answered('people/a1/deletion-mail', refusal(429, 'TOO_MANY_MAILS'), press(ACTION)),
  'unmigration-refused': answered('people/a1/unmigrate', refusal(400, 'NOT_MIGRATED'), press(ACTION, -2)),
  'hub-released-meanwhile': answered(
    `hubs/${HUB.serial}+${HUB.partNumber}/release`,
    refusal(404, 'HUB_NOT_FOUND'),
    press('main table .button--danger-quiet'),
  ),
} satisfies States;
