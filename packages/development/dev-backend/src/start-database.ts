import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { firmwareIn } from '@portal/staff-api/firmware-name';
import { hasCode } from '@portal/node-kit/error-code';
import { PlainError } from '@portal/node-kit/plain-error';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Pool } from 'pg';
import { hashPassword } from './database/password.ts';
import type { DevBackendOptions } from './options.ts';
import { addFirstCountries } from './staff/countries/first-countries.ts';
import { addDemoOems } from './staff/oems/demo-oems.ts';
import { addDemoCounts } from './staff/statistics/demo-counts.ts';
import { getAccountId, addDeliveredHubs, addHubs, addPerson } from './database/add-person.ts';
import type { NewPerson, Transaction } from './database/add-person.ts';
import { DEMO_HUBS, DEMO_LAST_SEEN, DEMO_NEW_HUBS, DEMO_PASSWORD, DEMO_PEOPLE } from './database/demo-data.ts';
import type { DemoPerson } from './database/demo-data.ts';
import { addDemoJournal } from './database/demo-journal.ts';
import { addDemoLogs } from './database/demo-logs.ts';
import type { Database, OpenDatabase } from './database/open-database.ts';
import { openPglite, openPgliteInMemory } from './database/pglite.ts';
import { firmware, firmwareHistory } from './database/firmware-schema.ts';
import { identities, logs } from './database/schema.ts';
import { MIGRATIONS } from './database/open-database.ts';

/** The server that DATABASE_URL names cannot be used. */
class DatabaseUnreachableError extends PlainError {
  constructor(address: string, options: ErrorOptions) {
    super(
      `The PostgreSQL server at ${address} cannot be reached. Start it, or leave DATABASE_URL unset to use PGlite.`,
      options,
    );
    this.name = 'DatabaseUnreachableError';
  }
}

/** The tables are those of an older version, which this one does not know. */
class OlderDatabaseError extends PlainError {
  constructor(place: string, options: ErrorOptions) {
    super(
      `An older version of the portal made the database in ${place}. It stays as it is: name another one with PORTAL_STATE or DATABASE_URL, or remove it.`,
      options,
    );
    this.name = 'OlderDatabaseError';
  }
}

/**
 * PostgreSQL's code for a table that is there already (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const DUPLICATE_TABLE = '42P07';

/** Creates the tables of an empty database. @throws {OlderDatabaseError} */
async function createTables(database: OpenDatabase, { databaseUrl, stateFolder }: DatabaseOptions): Promise<void> {
  try {
    await database.migrate();
  } catch (error) {
    if (!(error instanceof Error && hasCode(error.cause, DUPLICATE_TABLE))) throw error;
    const server = databaseUrl === undefined ? undefined : URL.parse(databaseUrl);
    const place = server ? `${server.host}${server.pathname}` : join(stateFolder, 'database');
    throw new OlderDatabaseError(place, { cause: error });
  }
}

/** A PostgreSQL server. @throws {DatabaseUnreachableError} */
async function openPostgres(databaseUrl: string, log: (line: string) => void): Promise<OpenDatabase> {
  const pool = new Pool({ connectionString: databaseUrl });
  // The next query replaces an idle connection that breaks. Without a listener, the error would end the process.
  pool.on('error', (error) => log(`A database connection broke: ${error.message}`));
  try {
    (await pool.connect()).release();
  } catch (cause) {
    await pool.end();
    throw new DatabaseUnreachableError(URL.parse(databaseUrl)?.host ?? 'an unreadable address', { cause });
  }
  const db = drizzle({ client: pool });
  return { db, migrate: () => migrate(db, { migrationsFolder: MIGRATIONS }), close: () => pool.end() };
}

const DAY = 86_400_000;

/** Size in bytes, and how many days before the first start. Nobody uploaded a file: downloads are so many zeros. */
const DEMO_FIRMWARE = [
  {
    fileName: 'smart-hub_ota_hub_1.4.0_bus_1.8.4.zip',
    size: 41_236_912,
    hash: 'cGJ8U5AYYKHOzO8H4JbUaH4Y9id+eqsXsyNqw/ntYN0=',
    daysAgo: 164,
    state: 'released',
  },
  {
    fileName: 'rearlight_ota_hub_1.0.7_bus_1.8.4.zip',
    size: 3_871_044,
    hash: 'Dh/321KpupNwdOKBJ6QxpAP3O3mKnQX4xBstiMBFecU=',
    daysAgo: 121,
    state: 'released',
  },
  {
    fileName: 'cui100_ota_hub_2.1.0_bus_1.9.0.zip',
    size: 18_540_377,
    hash: '8eH8zDVdm6yZQMtW/wEotrQHi0mN1cn2JDMAZfbb/C8=',
    daysAgo: 58,
    state: 'withdrawn',
  },
  {
    fileName: 'smart-hub_ota_hub_1.4.2_bus_1.9.0.zip',
    size: 42_018_550,
    hash: '5moEh8gyX2yJNShcCc9lyunLtzjs/VzLkwwCeGn4UZU=',
    daysAgo: 23,
    state: 'released',
  },
  {
    fileName: 'smart-hub_ota_hub_1.5.0_bus_1.9.2.zip',
    size: 42_771_203,
    hash: 'QWNYZpgjAm3u/3w0tE1AxHKi9QibAV+UWg29kKg7alQ=',
    daysAgo: 4,
    state: 'testing',
  },
] as const;

const FIRST_STEPS = {
  testing: ['testing'],
  released: ['testing', 'released'],
  withdrawn: ['released', 'withdrawn'],
} as const;
const DEMO_REASONS = { testing: null, released: 'Tests are done', withdrawn: 'Hubs lose the connection' } as const;

/** Writes firmware that is said to have been uploaded, and who gave it which state, a day apart. */
async function addDemoFirmware(transaction: Transaction): Promise<void> {
  const start = Date.now();
  const by = { byId: getAccountId('firmware'), byEmail: 'firmware@example.com' };
  for (const { daysAgo, ...stored } of DEMO_FIRMWARE) {
    const { fileName, state: last } = stored;
    const version = firmwareIn(fileName);
    if (!version) continue;
    const stepAt = (step: number) => new Date(start - (daysAgo - step) * DAY);
    await transaction.insert(firmware).values({ ...stored, ...version, uploadedAt: stepAt(0) });
    const steps = FIRST_STEPS[last].map((state, step) => ({
      fileName,
      state,
      at: stepAt(step),
      ...by,
      reason: step === 0 ? null : DEMO_REASONS[state],
    }));
    await transaction.insert(firmwareHistory).values(steps);
  }
}

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
      ownerId: getAccountId(owner),
      guestIds: guest === undefined ? [] : [getAccountId(guest)],
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

/**
 * Opens the database, creates its tables and, the first time, adds the demo people. @throws {DatabaseInUseError |
 * DatabaseUnreachableError | OlderDatabaseError}
 */
export async function startDatabase(options: DatabaseOptions, log: (line: string) => void): Promise<OpenDatabase> {
  const database = await open(options, log);
  try {
    await createTables(database, options);
    await seed(database.db, options.now?.() ?? Date.now());
    // PGlite counts nothing by itself, and would not know which index finds a log of a rare size.
    await database.db.execute(sql`analyze ${logs}`);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
