import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from './add-person.ts';
import { isOwnedBy } from './is-owned-by.ts';
import type { Database } from './open-database.ts';
import { accounts, emailConfirmations, hubHolders, hubReleaseLinks, hubs } from './schema.ts';

/** Takes every hub from an account: those it owns from their guests, too. */
async function releaseEverything(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.delete(hubs).where(isOwnedBy(transaction, accountId));
  await transaction.delete(hubHolders).where(eq(hubHolders.accountId, accountId));
  await transaction
    .update(hubReleaseLinks)
    .set({ usedAt: new Date() })
    .where(and(eq(hubReleaseLinks.ownerId, accountId), isNull(hubReleaseLinks.usedAt)));
}

/** Deletes an account with everything it holds. The identity stays: it is not the portal's (specification, section 4). */
export async function deleteAccount(db: Database, accountId: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await releaseEverything(transaction, accountId);
    await transaction.delete(accounts).where(eq(accounts.id, accountId));
  });
}

/** A deletion that gets stuck: the hubs are gone and nobody can use the account, but its data is still there. */
export async function deleteAccountPartially(db: Database, accountId: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await releaseEverything(transaction, accountId);
    await transaction.delete(emailConfirmations).where(eq(emailConfirmations.accountId, accountId));
    await transaction.update(accounts).set({ deletionFailedAt: new Date() }).where(eq(accounts.id, accountId));
  });
}
