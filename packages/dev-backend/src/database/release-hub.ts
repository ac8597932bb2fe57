import { and, eq, exists, isNull } from 'drizzle-orm';
import type { Transaction } from './add-person.ts';
import type { Database } from './open-database.ts';
import { hubHolders, hubs, hubReleaseLinks, accounts, emailConfirmations } from './schema.ts';

/** Condition for rows of `hubs`: those that an account owns. */
function isOwnedBy(transaction: Transaction, accountId: string) {
  const owned = transaction
    .select({ role: hubHolders.role })
    .from(hubHolders)
    .where(
      and(
        eq(hubHolders.serial, hubs.serial),
        eq(hubHolders.partNumber, hubs.partNumber),
        eq(hubHolders.accountId, accountId),
        eq(hubHolders.role, 'owner'),
      ),
    );
  return exists(owned);
}

/** A hub, and the account that must own it. */
export interface OwnedHub {
  readonly serial: string;
  readonly partNumber: string;
  readonly ownerId: string;
}

/**
 * Removes a hub from its owner's account and from its guests', and invalidates the links that could release it. False if the account
 * does not own it: of two simultaneous releases, only one succeeds.
 */
export async function releaseOwnedHub(db: Database, { serial, partNumber, ownerId }: OwnedHub): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const released = await transaction
      .delete(hubs)
      .where(and(eq(hubs.serial, serial), eq(hubs.partNumber, partNumber), isOwnedBy(transaction, ownerId)))
      .returning({ serial: hubs.serial });
    if (released.length === 0) return false;
    const links = and(eq(hubReleaseLinks.serial, serial), eq(hubReleaseLinks.partNumber, partNumber));
    await transaction
      .update(hubReleaseLinks)
      .set({ usedAt: new Date() })
      .where(and(links, isNull(hubReleaseLinks.usedAt)));
    return true;
  });
}

/** Removes every hub from an account; hubs that it owns are also removed from their guests. */
async function releaseEverything(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.delete(hubs).where(isOwnedBy(transaction, accountId));
  await transaction.delete(hubHolders).where(eq(hubHolders.accountId, accountId));
  await transaction
    .update(hubReleaseLinks)
    .set({ usedAt: new Date() })
    .where(and(eq(hubReleaseLinks.ownerId, accountId), isNull(hubReleaseLinks.usedAt)));
}

/** Deletes an account with everything it holds. The identity stays, because it does not belong to the portal (specification, section 4). */
export async function deleteAccount(db: Database, accountId: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await releaseEverything(transaction, accountId);
    await transaction.delete(accounts).where(eq(accounts.id, accountId));
  });
}

/** Simulates a deletion that stops half-way: the hubs are gone and the account is unusable, but its data remains. */
export async function deleteAccountPartially(db: Database, accountId: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await releaseEverything(transaction, accountId);
    await transaction.delete(emailConfirmations).where(eq(emailConfirmations.accountId, accountId));
    await transaction.update(accounts).set({ deletionFailedAt: new Date() }).where(eq(accounts.id, accountId));
  });
}
