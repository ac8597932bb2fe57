import { eq } from 'drizzle-orm';
import { Refusal } from '../api/refusal.ts';
import { hasNul } from '../database/nul.ts';
import type { Database } from '../database/open-database.ts';
import { accounts, identities } from '../database/schema.ts';

/** The ids of somebody whom a test names by the address that they sign in with. */
export interface PersonIds {
  readonly identityId: string;
  /** Null for an identity without an account. */
  readonly accountId: string | null;
}

/** @throws {Refusal} with `status` when nobody signs in with this address. */
export async function findPerson(db: Database, email: string, status: 400 | 404): Promise<PersonIds> {
  const found = db
    .select({ identityId: identities.id, accountId: accounts.id })
    .from(identities)
    .leftJoin(accounts, eq(accounts.identityId, identities.id))
    .where(eq(identities.email, email.trim().toLowerCase()));
  const [person] = hasNul(email) ? [] : await found;
  if (!person) throw new Refusal(status, `Nobody signs in as "${email}".`);
  return person;
}

/** The id of somebody's account. @throws {Refusal} 400 when there is none. */
export async function findAccount(db: Database, email: string): Promise<string> {
  const { accountId } = await findPerson(db, email, 400);
  if (accountId === null) throw new Refusal(400, `"${email}" has no account.`);
  return accountId;
}
