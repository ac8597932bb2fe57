import { FALLBACK_LANGUAGE, languageOf } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { callerIn } from '../../api/caller.ts';
import type { Caller } from '../../api/caller.ts';
import { Refusal } from '../../api/refusal.ts';
import type { RecentLimit } from '../../attempts/recent-limit.ts';
import type { Account } from '../../database/accounts.ts';
import type { Transaction } from '../../database/add-person.ts';
import type { Database } from '../../database/open-database.ts';
import { accounts } from '../../database/schema.ts';
import { letterMail } from '../../mail/letters.ts';
import type { Letter } from '../../mail/letters.ts';
import type { Message, SendMail } from '../../mail/mailer.ts';
import type { Settings } from '../../options.ts';
import { writeEntries } from '../journal/write-entries.ts';

/** What work on people's accounts needs. */
export interface PeopleWork {
  readonly db: Database;
  readonly settings: Settings;
  readonly sendMail: SendMail;
  /** Counts whose accounts each member of staff learns something of. */
  readonly lookups: RecentLimit;
}

/** The account that staff work on, which nobody else can change before the transaction ends. @throws {Refusal} 404 */
async function lockPerson(transaction: Transaction, id: string): Promise<Account> {
  const [account] = await transaction.select().from(accounts).where(eq(accounts.id, id)).for('update');
  if (!account) throw new Refusal(404, 'USER_NOT_FOUND');
  return account;
}

interface Act {
  readonly request: FastifyRequest;
  /** Id of the account. */
  readonly id: string;
  /** What has to be locked before the account is. */
  readonly lock?: (transaction: Transaction) => Promise<unknown>;
}

/**
 * Carries out an act on a person's account, in a transaction. A refusal that `act` returns tells something of the account, so it is written
 * down as a view, and every act counts as a look-up. @throws {Refusal}
 */
export async function actOnPerson<Done>(
  { db, lookups }: Pick<PeopleWork, 'db' | 'lookups'>,
  { request, id, lock }: Act,
  act: (transaction: Transaction, account: Account, caller: Caller) => Promise<Done | Refusal>,
): Promise<Done> {
  const done = await db.transaction(async (transaction) => {
    await lock?.(transaction);
    const caller = await callerIn(transaction, request);
    lookups.count(caller.id, id);
    const result = await act(transaction, await lockPerson(transaction, id), caller);
    if (result instanceof Refusal) await writeEntries(transaction, caller, [{ act: 'viewed', on: id }]);
    return result;
  });
  if (done instanceof Refusal) throw done;
  return done;
}

/** The mail to a person, in the person's language. `link` is the address of its only link. */
export function mailTo(
  { firstName, email, language: preferred }: Account,
  letter: (language: Language, firstName: string) => Letter,
  link: string,
): Message {
  const language = languageOf(preferred) ?? FALLBACK_LANGUAGE;
  return letterMail({ name: firstName, address: email }, language, (name) => letter(language, name), link);
}
