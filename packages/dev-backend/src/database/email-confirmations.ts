import { and, eq, isNull, lt } from 'drizzle-orm';
import { hasCode } from '@portal/node-kit/error-code';
import { linkTokenHash, newLinkToken } from './link-token.ts';
import type { Database } from './open-database.ts';
import { accounts, emailConfirmations as confirmations } from './schema.ts';

/** Days that a link in a mail confirms the address. */
export const CONFIRMATION_DAYS = 2;
/** Days for which a link is still known to have been one. */
const REMEMBERED_DAYS = 90;
const DAY = 86_400_000;
const UNIQUE_VIOLATION = '23505';

/** An address that is not an account's yet. */
interface Change {
  readonly accountId: string;
  readonly newEmail: string;
  /** Where the link leads in the end. */
  readonly portalOrigin: string;
}

/** Makes the token of the link that confirms an address, and forgets links to earlier ones that nobody has opened. */
export async function createConfirmation(db: Database, change: Change): Promise<string> {
  const token = newLinkToken();
  const expiresAt = new Date(Date.now() + CONFIRMATION_DAYS * DAY);
  await db.transaction(async (transaction) => {
    const open = and(eq(confirmations.accountId, change.accountId), isNull(confirmations.usedAt));
    await transaction.delete(confirmations).where(open);
    await transaction.insert(confirmations).values({ ...change, tokenHash: linkTokenHash(token), expiresAt });
  });
  return token;
}

/** What became of a link's use; `portalOrigin` is missing for a token that was in no mail, or in none that still counts. */
export interface ConfirmationUse {
  readonly outcome: 'confirmed' | 'already-confirmed' | 'failed';
  readonly portalOrigin?: string;
}

/** The database's own error, which the query's error carries. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && [error, error.cause].some((each) => hasCode(each, UNIQUE_VIOLATION));
}

/** Makes the address that a link stands for the account's own, once. */
export async function redeemConfirmation(db: Database, token: string): Promise<ConfirmationUse> {
  const isLink = eq(confirmations.tokenHash, linkTokenHash(token));
  const [link] = await db.select().from(confirmations).where(isLink);
  if (!link) return { outcome: 'failed' };
  const { accountId, newEmail, portalOrigin, usedAt, expiresAt } = link;
  if (usedAt !== null) return { outcome: 'already-confirmed', portalOrigin };
  if (expiresAt.getTime() <= Date.now()) return { outcome: 'failed', portalOrigin };
  try {
    const confirmed = await db.transaction(async (transaction) => {
      const unused = and(isLink, isNull(confirmations.usedAt));
      const used = await transaction.update(confirmations).set({ usedAt: new Date() }).where(unused).returning();
      if (used.length > 0)
        await transaction.update(accounts).set({ email: newEmail }).where(eq(accounts.id, accountId));
      return used.length > 0;
    });
    return { outcome: confirmed ? 'confirmed' : 'already-confirmed', portalOrigin };
  } catch (error) {
    if (isTaken(error)) return { outcome: 'failed', portalOrigin };
    throw error;
  }
}

/** Forgets links that expired long ago. */
export async function removeOldConfirmations(db: Database): Promise<void> {
  await db.delete(confirmations).where(lt(confirmations.expiresAt, new Date(Date.now() - REMEMBERED_DAYS * DAY)));
}
