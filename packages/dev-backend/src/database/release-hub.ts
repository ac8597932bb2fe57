import { and, eq, isNull } from 'drizzle-orm';
import { isOwnedBy } from './is-owned-by.ts';
import type { Database } from './open-database.ts';
import { hubReleaseLinks, hubs } from './schema.ts';

/** The hub that is meant, and the account that must own it. */
export interface OwnedHub {
  readonly serial: string;
  readonly partNumber: string;
  readonly ownerId: string;
}

/**
 * Takes a hub from its owner's account and from its guests' with it, and uses up the links that would do so. False when that account
 * does not own it: of two releases at the same moment one succeeds.
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
