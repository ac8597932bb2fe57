import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../database/open-database.ts';
import { hubHolders, hubs } from '../database/schema.ts';
import { Refusal } from '../refusal.ts';

/** `hubs/{serial}+{partNumber}`; the plus is not encoded. */
export const HUB_PATH = '/hubs/:serial(^[^+]+)+:partNumber';
/** No characters below the space: a query of PostgreSQL must not contain NUL. */
const hubName = v.pipe(v.string(), v.regex(/^[ -\uFFFF]*$/, 'must be without control characters'));
/** Parameters of `HUB_PATH`. */
export const HubPathSchema = v.object({ serial: hubName, partNumber: hubName });
/** The hub of a call. */
export type HubPath = v.InferOutput<typeof HubPathSchema>;

/** Condition for rows of `hubs`. */
export const isHub = ({ serial, partNumber }: HubPath) => and(eq(hubs.serial, serial), eq(hubs.partNumber, partNumber));

/** A hub's type, and one account's role in it. */
interface HubRole {
  readonly type: string;
  /** Null if the account does not hold the hub. */
  readonly role: 'owner' | 'guest' | null;
}

/** The role of an account in a hub (section 6). @throws {Refusal} 404 when there is no such hub. */
export async function requireHubRole(db: Database, path: HubPath, accountId: string): Promise<HubRole> {
  const held = and(
    eq(hubHolders.serial, hubs.serial),
    eq(hubHolders.partNumber, hubs.partNumber),
    eq(hubHolders.accountId, accountId),
  );
  const [found] = await db
    .select({ type: hubs.type, role: hubHolders.role })
    .from(hubs)
    .leftJoin(hubHolders, held)
    .where(isHub(path));
  if (!found) throw new Refusal(404, 'HUB_NOT_FOUND');
  return found;
}

/** @throws {Refusal} 404 when there is no such hub, 403 when the account does not own it. */
export async function requireOwner(db: Database, path: HubPath, accountId: string): Promise<void> {
  const { role } = await requireHubRole(db, path, accountId);
  if (role !== 'owner') throw new Refusal(403, 'NOT_THE_OWNER');
}
