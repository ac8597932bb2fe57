import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { removeToolToken } from './tool-token.ts';
import { linkTokenHash, newLink } from './mail-links.ts';
import type { Database } from './open-database.ts';
import { identities, identityRecords, passwordResets as resets } from './schema.ts';

/** How long a link in a mail can set a password, in minutes. */
export const RESET_MINUTES = 60;
const MINUTES_A_DAY = 1440;

/** Creates the token of the link that sets a new password. Earlier links of the identity stop working. */
export async function createPasswordReset(db: Database, identityId: string): Promise<string> {
  const { token, columns } = newLink(RESET_MINUTES / MINUTES_A_DAY);
  await db
    .insert(resets)
    .values({ ...columns, identityId })
    .onConflictDoUpdate({ target: resets.identityId, set: columns });
  return token;
}

const isOpen = (token: string) =>
  and(eq(resets.tokenHash, linkTokenHash(token)), isNull(resets.usedAt), gt(resets.expiresAt, new Date(Date.now())));

/** The identity whose password the link can set; undefined if the link is unknown, used or expired. */
export async function identityOfReset(db: Database, token: string) {
  const [found] = await db
    .select({ identity: identities })
    .from(resets)
    .innerJoin(identities, eq(identities.id, resets.identityId))
    .where(isOpen(token));
  return found?.identity;
}

/** Sets the password, once, and ends the identity's sessions everywhere. @returns whether the link was still open. */
export async function redeemPasswordReset(db: Database, token: string, passwordHash: string): Promise<boolean> {
  return await db.transaction(async (transaction) => {
    const [used] = await transaction.update(resets).set({ usedAt: new Date() }).where(isOpen(token)).returning();
    if (!used) return false;
    const { identityId } = used;
    await transaction.update(identities).set({ passwordHash }).where(eq(identities.id, identityId));
    await transaction.delete(identityRecords).where(eq(sql`${identityRecords.payload}->>'accountId'`, identityId));
    await removeToolToken(transaction, identityId);
    return true;
  });
}
