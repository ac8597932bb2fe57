import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { callerIn } from '../../api/caller.ts';
import type { Caller } from '../../api/caller.ts';
import { Refusal } from '../../refusal.ts';
import type { Account } from '../../database/accounts.ts';
import type { Transaction } from '../../database/add-person.ts';
import { accounts } from '../../database/schema.ts';
import { describePerson } from './describe-person.ts';
import { writeEntries } from '../journal/write-entries.ts';
import type { Services } from '../../services.ts';

/** The account that staff work on, which nobody else can change before the transaction ends. @throws {Refusal} 404 */
async function lockPerson(transaction: Transaction, id: string): Promise<Account> {
  const [account] = await transaction.select().from(accounts).where(eq(accounts.id, id)).for('update');
  if (!account) throw new Refusal(404, 'USER_NOT_FOUND');
  return account;
}

interface Action {
  readonly request: FastifyRequest;
  /** Id of the account. */
  readonly id: string;
  /** What has to be locked before the account is. */
  readonly lock?: (transaction: Transaction) => Promise<unknown>;
}

/**
 * Carries out an action on a person's account, in a transaction, after which its mails leave. A refusal that `action`
 * returns tells something of the account, so it is written down as a view, and every action counts as a look-up.
 * @throws {Refusal}
 */
export async function runPersonAction<Done>(
  { outbox, lookups }: Services,
  { request, id, lock }: Action,
  action: (transaction: Transaction, account: Account, caller: Caller) => Promise<Done | Refusal>,
): Promise<Done> {
  const done = await outbox.transaction(async (transaction) => {
    await lock?.(transaction);
    const caller = await callerIn(transaction, request);
    lookups.count(caller.id, id);
    const result = await action(transaction, await lockPerson(transaction, id), caller);
    if (result instanceof Refusal) await writeEntries(transaction, caller, [{ action: 'viewed', on: id }]);
    return result;
  });
  if (done instanceof Refusal) throw done;
  return done;
}

/**
 * The same for what leaves the account: the answer is the account as it is then, so nobody has to view it again.
 * @throws {Refusal}
 */
export async function changePerson(
  work: Services,
  where: Action,
  action: (transaction: Transaction, account: Account, caller: Caller) => Promise<Refusal | undefined>,
) {
  return runPersonAction(work, where, async (transaction, account, caller) => {
    const refusal = await action(transaction, account, caller);
    return refusal ?? { data: await describePerson(transaction, where.id) };
  });
}
