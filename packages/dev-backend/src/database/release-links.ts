import { eq, lt } from 'drizzle-orm';
import { linkTokenHash, newLinkToken } from './link-token.ts';
import type { Database } from './open-database.ts';
import { releaseOwnedHub } from './release-hub.ts';
import type { OwnedHub } from './release-hub.ts';
import { hubReleaseLinks } from './schema.ts';

/** Days that a link in a mail releases the hub. */
export const LINK_DAYS = 7;
/** Days for which a link is still known to have been one. */
const REMEMBERED_DAYS = 90;
const DAY = 86_400_000;

/** Makes a link's token for a hub; it cannot be guessed, and only its hash is kept. */
export async function createReleaseLink(db: Database, hub: OwnedHub, portalOrigin: string): Promise<string> {
  const { serial, partNumber, ownerId } = hub;
  const token = newLinkToken();
  const expiresAt = new Date(Date.now() + LINK_DAYS * DAY);
  await db
    .insert(hubReleaseLinks)
    .values({ tokenHash: linkTokenHash(token), serial, partNumber, ownerId, portalOrigin, expiresAt });
  return token;
}

/** What became of a link's use. `unknown` is a token that was never in a mail, or so long ago that nobody remembers. */
export type LinkUse =
  | { readonly outcome: 'released' | 'already-released' | 'expired'; readonly portalOrigin: string }
  | { readonly outcome: 'unknown' };

/** Releases the hub that a link stands for, once. */
export async function redeemReleaseLink(db: Database, token: string): Promise<LinkUse> {
  const [link] = await db
    .select()
    .from(hubReleaseLinks)
    .where(eq(hubReleaseLinks.tokenHash, linkTokenHash(token)));
  if (!link) return { outcome: 'unknown' };
  const { portalOrigin, usedAt, expiresAt } = link;
  if (usedAt !== null) return { outcome: 'already-released', portalOrigin };
  if (expiresAt.getTime() <= Date.now()) return { outcome: 'expired', portalOrigin };
  return { outcome: (await releaseOwnedHub(db, link)) ? 'released' : 'already-released', portalOrigin };
}

/** Forgets links that expired long ago. */
export async function removeOldLinks(db: Database): Promise<void> {
  await db.delete(hubReleaseLinks).where(lt(hubReleaseLinks.expiresAt, new Date(Date.now() - REMEMBERED_DAYS * DAY)));
}
