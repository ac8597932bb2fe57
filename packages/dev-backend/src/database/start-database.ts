import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { hashPassword } from '../identity/password.ts';
import type { DevBackendOptions } from '../options.ts';
import { addFirstCountries } from '../staff/countries/first-countries.ts';
import { addDemoOems } from '../staff/oems/demo-oems.ts';
import { addDemoCounts } from '../staff/statistics/demo-counts.ts';
import { accountIdOf, addDeliveredHubs, addHubs, addPerson } from './add-person.ts';
import type { NewPerson } from './add-person.ts';
import { DEMO_HUBS, DEMO_LAST_SEEN, DEMO_NEW_HUBS, DEMO_PASSWORD, DEMO_PEOPLE } from './demo-data.ts';
import type { DemoPerson } from './demo-data.ts';
import { addDemoFirmware } from './demo-firmware.ts';
import { addDemoJournal } from './demo-journal.ts';
import { addDemoLogs } from './demo-logs.ts';
import type { Database, OpenDatabase } from './open-database.ts';
import { openPglite, openPgliteInMemory } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import { identities, logs } from './schema.ts';

/** An arbitrary number that no other advisory lock in this database uses. */
const SEED_LOCK = 4_100_001;

async function newPerson({ name, identityRoles, account }: DemoPerson, passwordHash: string): Promise<NewPerson> {
  const common = { name, email: `${name}@example.com`, passwordHash, identityRoles: identityRoles ?? [] };
  if (!account) return { ...common, account };
  const { password, ...stored } = account;
  const accountHash = password === undefined ? null : await hashPassword(password);
  const times = { lastSeen: DEMO_LAST_SEEN, confirmedAt: account.registeredAt };
  return { ...common, account: { roles: [], ...times, ...stored, passwordHash: accountHash } };
}

/** Puts the demo people with their data into an empty database; existing data stays. */
async function seed(db: Database, now: number): Promise<void> {
  await db.transaction(async (transaction) => {
    // Two backends that start on one PostgreSQL server must not both find it empty.
    await transaction.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    const found = await transaction.select({ id: identities.id }).from(identities).limit(1);
    if (found.length > 0) return;
    await addFirstCountries(transaction);
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    for (const person of DEMO_PEOPLE) await addPerson(transaction, await newPerson(person, passwordHash));
    const hubs = DEMO_HUBS.map(({ owner, guest, ...hub }) => ({
      ...hub,
      ownerId: accountIdOf(owner),
      guestIds: guest === undefined ? [] : [accountIdOf(guest)],
    }));
    await addHubs(transaction, hubs);
    await addDemoOems(transaction);
    await addDemoCounts(transaction, now);
    await addDeliveredHubs(transaction, DEMO_NEW_HUBS);
    await addDemoJournal(transaction);
    await addDemoFirmware(transaction);
    await addDemoLogs(transaction);
  });
}

type DatabaseOptions = Pick<DevBackendOptions, 'databaseUrl' | 'stateFolder' | 'now'>;

function open({ databaseUrl, stateFolder }: DatabaseOptions, log: (line: string) => void): Promise<OpenDatabase> {
  if (databaseUrl === undefined) return openPglite(join(stateFolder, 'database'), log);
  return databaseUrl === 'memory' ? openPgliteInMemory() : openPostgres(databaseUrl, log);
}

/** Opens the database, creates its tables and, the first time, adds the demo people. @throws {DatabaseInUseError | DatabaseUnreachableError} */
export async function startDatabase(options: DatabaseOptions, log: (line: string) => void): Promise<OpenDatabase> {
  const database = await open(options, log);
  try {
    await database.migrate();
    await seed(database.db, options.now?.() ?? Date.now());
    // PGlite counts nothing by itself, and would not know which index finds a log of a rare size.
    await database.db.execute(sql`analyze ${logs}`);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
