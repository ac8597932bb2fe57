import { TimeSchema } from '@portal/api/wire';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { Refusal } from '../api/refusal.ts';
import { DEMO_PEOPLE } from '../database/demo-data.ts';
import { hasNul } from '../database/nul.ts';
import type { Database } from '../database/open-database.ts';
import { accounts, identities } from '../database/schema.ts';

const MOST_HUBS = 500;
/** Texts as the database can keep them. */
const text = v.pipe(
  v.string(),
  v.check((value) => !hasNul(value), 'must be a text without NUL'),
);
/** Texts that fit in a path; serials may contain letters. */
const pathText = v.pipe(
  text,
  v.regex(/^[^\s+/?#%]{1,40}$/, 'must be a short text without spaces, "+", "/", "?", "#", "%"'),
);
const personEmail = v.pipe(v.string(), v.email('must be the e-mail address of a person'));

const HubRequestSchema = v.strictObject({
  /** Made up unless given. */
  serial: v.optional(pathText),
  partNumber: v.optional(pathText),
  /** A type that the portal does not know is welcome. */
  type: v.optional(v.pipe(text, v.nonEmpty(), v.maxLength(40)), 'HUB'),
  sharingMode: v.optional(v.picklist(['public', 'off']), 'off'),
  activatedAt: v.optional(TimeSchema),
  /** Address of the owner, which makes the new person a guest. */
  owner: v.optional(personEmail),
  /** Addresses of further guests. */
  guests: v.optional(v.array(personEmail), []),
});
/** A hub that a new person is to hold. */
export type HubRequest = v.InferOutput<typeof HubRequestSchema>;

const nullableText = v.exactOptional(v.nullable(text));

/** The body of `POST /control/people`; see docs/development-backend.md. */
export const PersonRequestSchema = v.strictObject({
  /** Start of the e-mail address, which distinguishes the people of different tests. */
  prefix: v.pipe(
    v.string(),
    v.regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be 1 to 31 small letters, digits and hyphens, and begin with a letter'),
  ),
  /** A demo person whose original account and hubs are copied. */
  copyOf: v.optional(
    v.picklist(
      DEMO_PEOPLE.map(({ name }) => name),
      `must be one of ${DEMO_PEOPLE.map(({ name }) => name).join(', ')}`,
    ),
  ),
  /** So many hubs, or just these; instead of the copied ones where there are any. */
  hubs: v.optional(
    v.union(
      [
        v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_HUBS)),
        v.pipe(v.array(HubRequestSchema), v.maxLength(MOST_HUBS)),
      ],
      (issue) => issue.issues?.[0]?.message ?? `must be a number from 0 to ${MOST_HUBS}, or a list of as many hubs`,
    ),
  ),
  /** Differences from the copied account, or from the default one: Test Person, English, Germany. */
  account: v.optional(
    v.strictObject({
      firstName: v.exactOptional(text),
      lastName: nullableText,
      language: nullableText,
      country: nullableText,
      roles: v.exactOptional(v.array(text)),
      /** A password of the account's own: not on single sign-on. */
      password: nullableText,
      lastSeen: v.exactOptional(v.nullable(TimeSchema)),
    }),
    {},
  ),
});
/** A new person in a test's request. */
export type PersonRequest = v.InferOutput<typeof PersonRequestSchema>;

/** The ids of a person, found by e-mail address. */
export interface PersonIds {
  readonly identityId: string;
  /** Null for an identity without an account. */
  readonly accountId: string | null;
}

/** @throws {Refusal} with `status` when no identity has this address. */
export async function findPerson(db: Database, email: string, status: 400 | 404): Promise<PersonIds> {
  const found = db
    .select({ identityId: identities.id, accountId: accounts.id })
    .from(identities)
    .leftJoin(accounts, eq(accounts.identityId, identities.id))
    .where(eq(identities.email, email.trim().toLowerCase()));
  const [person] = hasNul(email) ? [] : await found;
  if (!person) throw new Refusal(status, `No identity has the address "${email}".`);
  return person;
}

/** The id of a person's account. @throws {Refusal} 400 when there is none. */
export async function findAccount(db: Database, email: string): Promise<string> {
  const { accountId } = await findPerson(db, email, 400);
  if (accountId === null) throw new Refusal(400, `"${email}" has no account.`);
  return accountId;
}
