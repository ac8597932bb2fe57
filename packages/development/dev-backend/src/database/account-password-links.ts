import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Account } from './accounts.ts';
import { linkTokenHash, newLink } from './mail-links.ts';
import type { Database } from './open-database.ts';
import { accountPasswordLinks as links, accounts } from './schema.ts';

/** How long a link in a mail can set the account's password, in days. */
export const PASSWORD_LINK_DAYS = 7;

/** Creates the token of the link that sets the account's own password. Earlier links of the account stop working. */
export async function createAccountPasswordLink(
  db: Database,
  accountId: string,
  portalOrigin: string,
): Promise<string> {
  const { token, columns } = newLink(PASSWORD_LINK_DAYS);
  const values = { ...columns, portalOrigin };
  await db
    .insert(links)
    .values({ ...values, accountId })
    .onConflictDoUpdate({ target: links.accountId, set: values });
  return token;
}

const isUnused = (token: string) => and(eq(links.tokenHash, linkTokenHash(token)), isNull(links.usedAt));

/** A link that has not been used. An expired one is remembered, because it proves who may have another. */
interface AccountPasswordLink {
  readonly account: Account;
  /** The portal that the page leads to. */
  readonly portalOrigin: string;
  readonly isExpired: boolean;
}

/** The link with this token; undefined if it is unknown, was used or replaced. */
export async function findAccountPasswordLink(db: Database, token: string): Promise<AccountPasswordLink | undefined> {
  const [found] = await db
    .select({ account: accounts, link: links })
    .from(links)
    .innerJoin(accounts, eq(accounts.id, links.accountId))
    .where(isUnused(token));
  if (!found) return undefined;
  const { portalOrigin, expiresAt } = found.link;
  return { account: found.account, portalOrigin, isExpired: expiresAt.getTime() <= Date.now() };
}

/** Closes an expired link that another one is to replace, once. @returns whether it was still there. */
export async function closeExpiredPasswordLink(transaction: Database, token: string): Promise<boolean> {
  const closed = await transaction.update(links).set({ usedAt: new Date() }).where(isUnused(token)).returning();
  return closed.length > 0;
}

/** Sets the account's password, once. @returns whether the link was still open. */
export async function redeemAccountPasswordLink(db: Database, token: string, passwordHash: string): Promise<boolean> {
  return await db.transaction(async (transaction) => {
    const isOpen = and(isUnused(token), gt(links.expiresAt, new Date(Date.now())));
    const [used] = await transaction.update(links).set({ usedAt: new Date() }).where(isOpen).returning();
    if (!used) return false;
    await transaction.update(accounts).set({ passwordHash }).where(eq(accounts.id, used.accountId));
    return true;
  });
}
