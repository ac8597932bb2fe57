import { PlainError } from '@portal/node-kit/plain-error';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Pool } from 'pg';
import { MIGRATIONS } from './open-database.ts';
import type { OpenDatabase } from './open-database.ts';

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

/** A PostgreSQL server. @throws {DatabaseUnreachableError} */
export async function openPostgres(databaseUrl: string, log: (line: string) => void): Promise<OpenDatabase> {
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
