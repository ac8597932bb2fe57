import { and, asc, desc, eq, exists, isNull } from 'drizzle-orm';
import type { Account } from './accounts.ts';
import type { Transaction } from './add-person.ts';
import { countToday } from './daily-counts.ts';
import type { Database } from './open-database.ts';
import { hubHolders, hubs, hubReleaseLinks, accounts, emailConfirmations, logs } from './schema.ts';

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

/** Which hub. */
type HubName = Pick<OwnedHub, 'serial' | 'partNumber'>;

/** Invalidates the links that could release a hub, and counts that it has been released. */
async function noteRelease(
  transaction: Transaction,
  { serial, partNumber }: HubName,
  by: 'owner' | 'link' | 'staff',
): Promise<void> {
  const links = and(eq(hubReleaseLinks.serial, serial), eq(hubReleaseLinks.partNumber, partNumber));
  await transaction
    .update(hubReleaseLinks)
    .set({ usedAt: new Date() })
    .where(and(links, isNull(hubReleaseLinks.usedAt)));
  await countToday(transaction, `release-by-${by}`);
}

/**
 * Removes a hub from its owner's account and from its guests', and invalidates the links that could release it. False
 * if the account does not own it: of two simultaneous releases, only one succeeds.
 */
export async function releaseOwnedHub(db: Database, hub: OwnedHub, by: 'owner' | 'link'): Promise<boolean> {
  const { serial, partNumber, ownerId } = hub;
  return db.transaction(async (transaction) => {
    const released = await transaction
      .delete(hubs)
      .where(and(eq(hubs.serial, serial), eq(hubs.partNumber, partNumber), isOwnedBy(transaction, ownerId)))
      .returning({ serial: hubs.serial });
    if (released.length === 0) return false;
    await noteRelease(transaction, hub, by);
    return true;
  });
}

/** Somebody who holds a hub. */
interface Holder {
  readonly account: Account;
  readonly role: 'owner' | 'guest';
}

/**
 * Removes a hub from all accounts, whoever owns it. @returns who held it, the owner first; nobody if there is no such
 * hub.
 */
export async function releaseForced(
  transaction: Transaction,
  { serial, partNumber }: HubName,
): Promise<readonly Holder[]> {
  const isHub = and(eq(hubs.serial, serial), eq(hubs.partNumber, partNumber));
  const held = and(eq(hubHolders.serial, serial), eq(hubHolders.partNumber, partNumber));
  await transaction.select({ serial: hubs.serial }).from(hubs).where(isHub).for('update');
  const holders = await transaction
    .select({ account: accounts, role: hubHolders.role })
    .from(hubHolders)
    .innerJoin(accounts, eq(accounts.id, hubHolders.accountId))
    .where(held)
    .orderBy(desc(hubHolders.role), asc(accounts.id));
  if (holders.length === 0) return [];
  await transaction.delete(hubs).where(isHub);
  await noteRelease(transaction, { serial, partNumber }, 'staff');
  return holders;
}

/** A guest who loses a hub with the account of its owner. */
export interface LostGuest extends HubName {
  readonly account: Account;
}

/**
 * Removes every hub from an account; hubs that it owns are also removed from their guests. Links of the account stop
 * working. @returns those guests
 */
async function releaseEverything(transaction: Transaction, accountId: string): Promise<readonly LostGuest[]> {
  const guests = await transaction
    .select({ account: accounts, serial: hubs.serial, partNumber: hubs.partNumber })
    .from(hubs)
    .innerJoin(hubHolders, and(eq(hubHolders.serial, hubs.serial), eq(hubHolders.partNumber, hubs.partNumber)))
    .innerJoin(accounts, eq(accounts.id, hubHolders.accountId))
    .where(and(eq(hubHolders.role, 'guest'), isOwnedBy(transaction, accountId)))
    .orderBy(asc(accounts.id), asc(hubs.serial));
  await transaction.delete(hubs).where(isOwnedBy(transaction, accountId));
  await transaction.delete(hubHolders).where(eq(hubHolders.accountId, accountId));
  await transaction
    .update(hubReleaseLinks)
    .set({ usedAt: new Date() })
    .where(and(eq(hubReleaseLinks.ownerId, accountId), isNull(hubReleaseLinks.usedAt)));
  return guests;
}

/**
 * Deletes an account with everything it holds, and the logs of its app. The identity stays, because it does not belong
 * to the portal (specification, section 4). @returns the guests of its hubs
 */
export async function deleteAccount(transaction: Transaction, accountId: string): Promise<readonly LostGuest[]> {
  const guests = await releaseEverything(transaction, accountId);
  await transaction.delete(logs).where(eq(logs.identifier, accountId));
  await transaction.delete(accounts).where(eq(accounts.id, accountId));
  return guests;
}

/** Simulates a deletion that stops half-way: the hubs are gone and the account is unusable, but its data remains. */
export async function deleteAccountPartially(
  transaction: Transaction,
  accountId: string,
): Promise<readonly LostGuest[]> {
  const guests = await releaseEverything(transaction, accountId);
  await transaction.delete(emailConfirmations).where(eq(emailConfirmations.accountId, accountId));
  await transaction.update(accounts).set({ deletionFailedAt: new Date() }).where(eq(accounts.id, accountId));
  return guests;
}
