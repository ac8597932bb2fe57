import { sql } from 'drizzle-orm';
import { hashPassword } from '../identity/password.ts';
import { accountIdOf, addHubs, addPerson } from './add-person.ts';
import type { NewPerson } from './add-person.ts';
import { DEMO_HUBS } from './demo-hubs.ts';
import type { Database } from './open-database.ts';
import { DEMO_LAST_SEEN, DEMO_PASSWORD, DEMO_PEOPLE } from './people.ts';
import type { DemoPerson } from './people.ts';
import { identities } from './schema.ts';

/** Any number will do, as long as nobody else uses it for an advisory lock in this database. */
const SEED_LOCK = 4_100_001;

async function newPerson({ name, identityRoles, account }: DemoPerson, passwordHash: string): Promise<NewPerson> {
  const common = { name, email: `${name}@example.com`, passwordHash, identityRoles: identityRoles ?? [] };
  if (!account) return { ...common, account };
  const { firstName, lastName, language, country, roles = [], password } = account;
  const accountHash = password === undefined ? null : await hashPassword(password);
  const lastSeen = DEMO_LAST_SEEN;
  return { ...common, account: { firstName, lastName, language, country, roles, passwordHash: accountHash, lastSeen } };
}

/** Puts the demo people and their hubs into an empty database; whatever is there already stays. */
export async function seed(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    // Two backends that start on one PostgreSQL server must not both find it empty.
    await transaction.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    const found = await transaction.select({ id: identities.id }).from(identities).limit(1);
    if (found.length > 0) return;
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    for (const person of DEMO_PEOPLE) await addPerson(transaction, await newPerson(person, passwordHash));
    const hubs = DEMO_HUBS.map(({ owner, guest, ...hub }) => ({
      ...hub,
      ownerId: accountIdOf(owner),
      guestIds: guest === undefined ? [] : [accountIdOf(guest)],
    }));
    await addHubs(transaction, hubs);
  });
}
