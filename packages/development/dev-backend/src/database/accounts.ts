import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from './open-database.ts';
import { accounts, identities } from './schema.ts';

/** An account of the portal. */
export type Account = typeof accounts.$inferSelect;

/** The account of an identity, unless its deletion stopped half-way. */
export async function readAccount(db: Database, identityId: string | undefined): Promise<Account | undefined> {
  if (identityId === undefined) return undefined;
  const usable = and(eq(accounts.identityId, identityId), isNull(accounts.deletionFailedAt));
  const [account] = await db.select().from(accounts).where(usable);
  return account;
}

/** The identity of an account. */
export async function readIdentityId(db: Database, accountId: string): Promise<string | undefined> {
  const [account] = await db
    .select({ identityId: accounts.identityId })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return account?.identityId;
}

/** Whether another account or identity has this address. */
export async function isAddressInUse(db: Database, email: string, { identityId }: Account): Promise<boolean> {
  const address = email.toLowerCase();
  const [taken] = await db
    .select({ id: identities.id })
    .from(identities)
    .leftJoin(accounts, eq(accounts.identityId, identities.id))
    .where(
      or(eq(sql`lower(${accounts.email})`, address), and(eq(identities.email, address), ne(identities.id, identityId))),
    )
    .limit(1);
  return taken !== undefined;
}
