import { randomBytes } from 'node:crypto';
import type { JOURNAL_ACTIONS } from '@portal/staff-api/wire';
import { getAccountId } from './add-person.ts';
import type { Transaction } from './add-person.ts';
import { PART_NUMBERS } from './demo-data.ts';
import { journal } from './schema.ts';

const HOUR = 3_600_000;

interface DemoEntry {
  /** How long before the first start. */
  readonly hoursAgo: number;
  readonly action: (typeof JOURNAL_ACTIONS)[number];
  readonly by: 'support' | 'admin';
  /** Name of a demo person, or the id of an account that has been deleted. */
  readonly on: string;
  readonly what?: string;
  readonly reason?: string;
}

const DELETED = randomBytes(12).toString('hex');
const SOLD_HUB = `0012607719+${PART_NUMBERS.HUB}`;

/** What staff did before the first start, the oldest first. */
const DEMO_ENTRIES: readonly DemoEntry[] = [
  {
    hoursAgo: 1990,
    action: 'role-added',
    by: 'admin',
    on: 'support',
    what: 'support',
    reason: 'Joins customer service',
  },
  { hoursAgo: 1989, action: 'role-added', by: 'admin', on: 'firmware', what: 'firmware', reason: 'Releases firmware' },
  { hoursAgo: 1988, action: 'role-added', by: 'admin', on: 'content', what: 'content', reason: 'Keeps the countries' },
  { hoursAgo: 1204, action: 'viewed', by: 'support', on: 'many' },
  { hoursAgo: 912, action: 'viewed', by: 'support', on: DELETED },
  { hoursAgo: 911, action: 'deletion-mail-sent', by: 'support', on: DELETED, reason: 'Asked for it by phone' },
  { hoursAgo: 740, action: 'viewed', by: 'support', on: DELETED },
  {
    hoursAgo: 739,
    action: 'deleted',
    by: 'support',
    on: DELETED,
    what: 'obc-account',
    reason: 'Asked in writing, could not sign in',
  },
  { hoursAgo: 530, action: 'viewed', by: 'admin', on: 'developer' },
  {
    hoursAgo: 529,
    action: 'role-added',
    by: 'admin',
    on: 'developer',
    what: 'content',
    reason: 'Covers for a colleague on leave',
  },
  { hoursAgo: 313, action: 'role-removed', by: 'admin', on: 'developer', what: 'content', reason: 'The leave is over' },
  { hoursAgo: 170, action: 'viewed', by: 'support', on: 'owner' },
  {
    hoursAgo: 169,
    action: 'hub-released',
    by: 'support',
    on: 'owner',
    what: SOLD_HUB,
    reason: 'Sold with the bike, the buyer sent the receipt',
  },
  {
    hoursAgo: 169,
    action: 'hub-released',
    by: 'support',
    on: 'guest',
    what: SOLD_HUB,
    reason: 'Sold with the bike, the buyer sent the receipt',
  },
  { hoursAgo: 52, action: 'viewed', by: 'support', on: 'unmigrated' },
  {
    hoursAgo: 51,
    action: 'unmigrated',
    by: 'support',
    on: 'unmigrated',
    reason: 'Cannot use the central sign-in at work',
  },
  { hoursAgo: 26, action: 'viewed', by: 'support', on: 'guest' },
];

/** Writes what staff are said to have done, so that the journal is worth looking at. */
export async function addDemoJournal(transaction: Transaction): Promise<void> {
  const start = Date.now();
  const toId = (on: string) => (on === DELETED ? on : getAccountId(on));
  await transaction.insert(journal).values(
    DEMO_ENTRIES.map(({ hoursAgo, by, on, ...entry }) => ({
      ...entry,
      at: new Date(start - hoursAgo * HOUR),
      byId: getAccountId(by),
      byEmail: `${by}@example.com`,
      onId: toId(on),
    })),
  );
}
