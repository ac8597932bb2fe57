import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { lockDatabase } from './lock.ts';
import { MIGRATIONS } from './open-database.ts';
import type { OpenDatabase } from './open-database.ts';

/** Folder for the archive of an empty cluster. It is outside the state folder, because making the archive takes seconds. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/dev-backend/', import.meta.url));
const PREPARE = fileURLToPath(new URL('./prepare-cluster.ts', import.meta.url));

/**
 * Prepares the archive and returns its path. Runs in a separate process, because this process would never free the memory; without V8's
 * second compiler, which would double the memory and save no time.
 */
async function prepare(...folder: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--liftoff-only', PREPARE, CACHE, ...folder]);
  return stdout;
}

function opened(client: PGlite, release: () => void): OpenDatabase {
  const db = drizzle({ client });
  return {
    db,
    migrate: () => migrate(db, { migrationsFolder: MIGRATIONS }),
    async close() {
      await client.close();
      release();
    },
  };
}

/** PGlite in `folder`, which is created if it is missing. @throws {DatabaseInUseError} */
export async function openPglite(folder: string, log: (line: string) => void): Promise<OpenDatabase> {
  const release = await lockDatabase(folder);
  try {
    if (!existsSync(join(folder, 'PG_VERSION'))) {
      log('Preparing the database; the first time this takes some seconds.');
      await prepare(folder);
    }
    return opened(await PGlite.create(folder), release);
  } catch (error) {
    release();
    throw error;
  }
}

/** PGlite that loses its data when it is closed. */
export async function openPgliteInMemory(): Promise<OpenDatabase> {
  const archive = await readFile(await prepare());
  return opened(await PGlite.create({ loadDataDir: new Blob([archive]) }), () => undefined);
}
