import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from './open-database.ts';
import { releaseOwnedHub } from './release-hub.ts';
import type { OwnedHub } from './release-hub.ts';
import { accounts, emailConfirmations as confirmations, hubReleaseLinks } from './schema.ts';
import { isUniqueViolation } from './unique-violation.ts';

const TOKEN_BYTES = 32;
const DAY = 86_400_000;

/** The database keeps only the hash: a reader of the database cannot use the link. */
export function linkTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** A link in a mail, whose token cannot be guessed, and its columns. */
export function newLink(days: number) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(Date.now() + days * DAY);
  return { token, columns: { tokenHash: linkTokenHash(token), expiresAt, usedAt: null } };
}

/** How long a link in a mail can confirm the address, in days. */
export const CONFIRMATION_DAYS = 2;

/** A new address, not yet confirmed. */
interface Change {
  readonly accountId: string;
  readonly newEmail: string;
  /** The portal that the link finally leads to. */
  readonly portalOrigin: string;
}

/** Deletes the links of an account that were not used. */
export async function removeOpenConfirmations(transaction: Database, accountId: string): Promise<void> {
  await transaction
    .delete(confirmations)
    .where(and(eq(confirmations.accountId, accountId), isNull(confirmations.usedAt)));
}

/**
 * Creates the token of the link that confirms an address, and deletes earlier links of the account that were not used.
 */
export async function createConfirmation(db: Database, change: Change): Promise<string> {
  const { token, columns } = newLink(CONFIRMATION_DAYS);
  await db.transaction(async (transaction) => {
    await removeOpenConfirmations(transaction, change.accountId);
    await transaction.insert(confirmations).values({ ...change, ...columns });
  });
  return token;
}

/** Result of opening a link. Without the other fields if the token is unknown. */
export interface ConfirmationUse {
  readonly outcome: 'confirmed' | 'already-confirmed' | 'failed';
  readonly accountId?: string;
  readonly portalOrigin?: string;
}

/** Confirms the address of the link, which is the account's then, once. */
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
        await transaction
          .update(accounts)
          .set({ email: newEmail, confirmedAt: new Date() })
          .where(eq(accounts.id, accountId));
      return used.length > 0;
    });
    return { outcome: confirmed ? 'confirmed' : 'already-confirmed', accountId, portalOrigin };
  } catch (error) {
    if (isUniqueViolation(error)) return { outcome: 'failed', portalOrigin };
    throw error;
  }
}

/** How long a link in a mail can release the hub, in days. */
export const LINK_DAYS = 7;

/** Creates the token of a link for a hub. It cannot be guessed, and only its hash is stored. */
export async function createReleaseLink(db: Database, hub: OwnedHub, portalOrigin: string): Promise<string> {
  const { serial, partNumber, ownerId } = hub;
  const { token, columns } = newLink(LINK_DAYS);
  await db.insert(hubReleaseLinks).values({ ...columns, serial, partNumber, ownerId, portalOrigin });
  return token;
}

/** Result of opening a link. `unknown`: no mail contained this token, or the link has been deleted. */
type LinkUse =
  | {
      readonly outcome: 'released' | 'already-released' | 'expired';
      /** The owner's account. */
      readonly ownerId: string;
      readonly portalOrigin: string;
    }
  | { readonly outcome: 'unknown' };

/** Releases the hub of a link, once. */
export async function redeemReleaseLink(db: Database, token: string): Promise<LinkUse> {
  const [link] = await db
    .select()
    .from(hubReleaseLinks)
    .where(eq(hubReleaseLinks.tokenHash, linkTokenHash(token)));
  if (!link) return { outcome: 'unknown' };
  const { ownerId, portalOrigin, usedAt, expiresAt } = link;
  const use = (outcome: 'released' | 'already-released' | 'expired') => ({ outcome, ownerId, portalOrigin });
  if (usedAt !== null) return use('already-released');
  if (expiresAt.getTime() <= Date.now()) return use('expired');
  return use((await releaseOwnedHub(db, link, 'link')) ? 'released' : 'already-released');
}
