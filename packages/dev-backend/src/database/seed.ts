import { sql } from 'drizzle-orm';
import { hashPassword } from '../identity/password.ts';
import { DEMO_HUBS } from './demo-hubs.ts';
import type { Database } from './open-database.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from './people.ts';
import { accounts, hubHolders, hubs, identities } from './schema.ts';

const LAST_SEEN = new Date('2026-06-01T09:00:00Z');
/** Any number will do, as long as nobody else uses it for an advisory lock in this database. */
const SEED_LOCK = 4_100_001;

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

const emailOf = (name: string) => `${name}@example.com`;
const accountIdOf = (name: string) => `account-${name}`;
const identityIdOf = (name: string) => `identity-${name}`;

async function addPeople(transaction: Transaction): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await transaction.insert(identities).values(
    DEMO_PEOPLE.map(({ name, identityRoles }) => ({
      id: identityIdOf(name),
      email: emailOf(name),
      passwordHash,
      roles: [...(identityRoles ?? [])],
    })),
  );
  for (const { name, account } of DEMO_PEOPLE) {
    if (!account) continue;
    const { firstName, lastName, language, country, roles, password } = account;
    await transaction.insert(accounts).values({
      id: accountIdOf(name),
      identityId: identityIdOf(name),
      firstName,
      lastName,
      email: emailOf(name),
      roles: [...(roles ?? [])],
      usesSingleSignOn: password === undefined,
      passwordHash: password === undefined ? null : await hashPassword(password),
      language,
      country,
      lastSeen: LAST_SEEN,
    });
  }
}

async function addHubs(transaction: Transaction): Promise<void> {
  await transaction.insert(hubs).values(
    DEMO_HUBS.map(({ serial, partNumber, type, activatedAt, sharingMode }) => ({
      serial,
      partNumber,
      type,
      activatedAt,
      sharingMode,
    })),
  );
  await transaction
    .insert(hubHolders)
    .values(
      DEMO_HUBS.flatMap(({ serial, partNumber, owner, guest }) => [
        { serial, partNumber, accountId: accountIdOf(owner), role: 'owner' as const },
        ...(guest === undefined ? [] : [{ serial, partNumber, accountId: accountIdOf(guest), role: 'guest' as const }]),
      ]),
    );
}

/** Puts the demo people and their hubs into an empty database; whatever is there already stays. */
export async function seed(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    // Two backends that start on one PostgreSQL server must not both find it empty.
    await transaction.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    const found = await transaction.select({ id: identities.id }).from(identities).limit(1);
    if (found.length > 0) return;
    await addPeople(transaction);
    await addHubs(transaction);
  });
}
