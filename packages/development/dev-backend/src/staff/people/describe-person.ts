import { JOURNAL_PAGE_SIZE } from '@portal/staff-api/wire';
import { and, desc, eq, isNotNull, notInArray, sql } from 'drizzle-orm';
import { readHubs } from '../../api/get-hubs.ts';
import type { Transaction } from '../../database/add-person.ts';
import { accounts, journal, outbox } from '../../database/schema.ts';
import { Refusal } from '../../refusal.ts';
import { toEntry } from '../journal/read-journal.ts';

/** The mails about an account that were refused. */
async function refusedMails(transaction: Transaction, accountId: string) {
  const rows = await transaction
    .select({
      kind: outbox.kind,
      // What was refused has both.
      at: sql`${outbox.refusedAt}`.mapWith(outbox.refusedAt),
      reason: sql`${outbox.reason}`.mapWith(outbox.reason),
    })
    .from(outbox)
    .where(and(eq(outbox.accountId, accountId), isNotNull(outbox.refusedAt)))
    .orderBy(desc(outbox.refusedAt), desc(outbox.id));
  return rows.map(({ at, ...mail }) => ({ ...mail, at: at.toISOString() }));
}

/** The latest acts on an account, and notes. Views of others help nobody who answers a caller. */
async function readHistory(transaction: Transaction, accountId: string) {
  const rows = await transaction
    .select()
    .from(journal)
    .where(and(eq(journal.onId, accountId), notInArray(journal.action, ['found', 'viewed'])))
    .orderBy(desc(journal.id))
    .limit(JOURNAL_PAGE_SIZE);
  return rows.map(toEntry);
}

/** The account as staff see it (specification, section 3). @throws {Refusal} 404 */
export async function describePerson(transaction: Transaction, id: string) {
  const [account] = await transaction.select().from(accounts).where(eq(accounts.id, id));
  if (!account) throw new Refusal(404, 'USER_NOT_FOUND');
  return {
    id,
    singleSignOnId: account.identityId,
    obcId: account.obcId,
    firstname: account.firstName,
    lastname: account.lastName,
    email: account.email,
    language: account.language,
    registeredAt: account.registeredAt.toISOString(),
    lastSeen: account.lastSeen?.toISOString() ?? null,
    confirmed: account.confirmedAt !== null,
    migrated: account.usesSingleSignOn,
    roles: account.roles,
    hubs: await readHubs(transaction, id),
    refusedMails: await refusedMails(transaction, id),
    history: await readHistory(transaction, id),
  };
}
