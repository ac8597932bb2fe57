import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { getErrorMessage, PlainError } from '@portal/node-kit/plain-error';
import * as v from 'valibot';
import { tryLock } from '@portal/node-kit/process-lock';
import type { Unlock } from '@portal/node-kit/process-lock';
import { MIGRATIONS } from './open-database.ts';
import type { OpenDatabase } from './open-database.ts';

/** Another process works on the same database folder. */
class DatabaseInUseError extends PlainError {
  constructor(folder: string, holder: string) {
    super(
      `The database in ${folder} is in use by another development backend (process ${holder}). ` +
        'Stop that one, or give this one a folder of its own with PORTAL_STATE.',
    );
    this.name = 'DatabaseInUseError';
  }
}

/**
 * Takes the lock of a database folder, because PGlite has none. Returns a function that releases it.
 * @throws {DatabaseInUseError}
 */
async function lockDatabase(folder: string): Promise<Unlock> {
  await mkdir(dirname(folder), { recursive: true });
  const result = tryLock(folder);
  if ('unlock' in result) return result.unlock;
  throw new DatabaseInUseError(folder, result.holder);
}

/**
 * Folder for the archive of an empty cluster. It is outside the state folder, because making the archive takes seconds.
 */
export const CACHE = fileURLToPath(new URL('../../node_modules/.cache/dev-backend/', import.meta.url));
/** In the package of another repository, what was made of it. */
export const PREPARE = fileURLToPath(new URL(`./prepare-cluster${extname(import.meta.url)}`, import.meta.url));

/**
 * Prepares the archive and returns its path. Runs in a separate process, because this process would never free the
 * memory; without V8's second compiler, which would double the memory and save no time.
 */
async function prepare(...folder: string[]): Promise<string> {
  const args = ['--liftoff-only', '--disable-warning=ExperimentalWarning', PREPARE, CACHE, ...folder];
  try {
    return (await promisify(execFile)(process.execPath, args)).stdout;
  } catch (cause) {
    const { stderr, message } = v.parse(v.object({ stderr: v.string(), message: v.string() }), cause);
    throw new PlainError(`The database cannot be prepared: ${stderr === '' ? message : stderr}`, { cause });
  }
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

/** @throws {PlainError} when the files cannot be used: a full disk, or damage. */
async function openFolder(folder: string): Promise<PGlite> {
  try {
    return await PGlite.create(folder);
  } catch (cause) {
    throw new PlainError(
      `The database in ${folder} does not open (${getErrorMessage(cause)}). Check that its disk has space and can be written to, then start again; "npm run reset" makes a new one.`,
      { cause },
    );
  }
}

/** PGlite in `folder`, which is created if it is missing. @throws {DatabaseInUseError} */
export async function openPglite(folder: string, log: (line: string) => void): Promise<OpenDatabase> {
  const release = await lockDatabase(folder);
  try {
    if (!existsSync(join(folder, 'PG_VERSION'))) {
      log('Preparing the database; the first time this takes some seconds.');
      await prepare(folder);
    }
    return opened(await openFolder(folder), release);
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
