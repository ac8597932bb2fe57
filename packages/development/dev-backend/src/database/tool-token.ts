import { randomUUID } from 'node:crypto';
import { STAFF_ROLES } from '@portal/staff-api/permissions';
import { and, eq, gt, inArray } from 'drizzle-orm';
import { importJWK, SignJWT } from 'jose';
import type { Account } from './accounts.ts';
import type { Database } from './open-database.ts';
import { accounts, staffTokens } from './schema.ts';
import type { Keys } from '../keys.ts';
import type { Settings } from '../options.ts';

/** How long a token for tools lives, in seconds. */
const LIFE_SECONDS = 3600;
/** Scope of a token for tools: only the calls for staff accept it. */
export const TOOL_SCOPE = 'staff';

const isStaff = ({ roles }: Account) => STAFF_ROLES.some((role) => roles.includes(role));

/** Saves a token for tools at a sign-in of staff, in place of an earlier one; only its id and its end. */
export async function saveToolToken(db: Database, account: Account, now: number): Promise<void> {
  if (!isStaff(account)) return;
  // The token gives its end in whole seconds.
  const values = { tokenId: randomUUID(), expiresAt: new Date((Math.floor(now / 1000) + LIFE_SECONDS) * 1000) };
  await db
    .insert(staffTokens)
    .values({ ...values, accountId: account.id })
    .onConflictDoUpdate({ target: staffTokens.accountId, set: values });
}

/** The saved token of an account, unless it has expired. */
export async function savedToolToken(db: Database, accountId: string, now: number) {
  const isValid = and(eq(staffTokens.accountId, accountId), gt(staffTokens.expiresAt, new Date(now)));
  const [saved] = await db.select().from(staffTokens).where(isValid);
  return saved;
}

/** Ends the token for tools of an identity's account. */
export async function removeToolToken(db: Database, identityId: string): Promise<void> {
  const own = db.select({ id: accounts.id }).from(accounts).where(eq(accounts.identityId, identityId));
  await db.delete(staffTokens).where(inArray(staffTokens.accountId, own));
}

interface Signer {
  readonly keys: Keys;
  readonly settings: Settings;
}

/** The text of a saved token. It differs each time, because signatures do, but is the same token. */
export async function signToolToken(
  { tokenId, expiresAt }: typeof staffTokens.$inferSelect,
  identityId: string,
  { keys: { signing }, settings: { issuer, apiAudience } }: Signer,
): Promise<string> {
  return new SignJWT({ scope: TOOL_SCOPE })
    .setProtectedHeader({ alg: signing.alg, kid: signing.kid, typ: 'at+jwt' })
    .setIssuer(issuer)
    .setAudience(apiAudience)
    .setSubject(identityId)
    .setJti(tokenId)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(await importJWK(signing, signing.alg));
}
