import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process works on the same database folder. */
export class DatabaseInUseError extends Error {
  constructor(folder: string, holder: string, options: ErrorOptions) {
    super(
      `The database in ${folder} is in use by another development backend (process ${holder}). ` +
        'Stop that one, or give this one a folder of its own with PORTAL_STATE.',
      options,
    );
    this.name = 'DatabaseInUseError';
  }
}

/**
 * Takes the lock of a database folder; the answer gives it back. PGlite has no lock of its own. SQLite's is the operating
 * system's: it goes with the process that held it, however that ended, so there is no stale lock to detect.
 * @throws {DatabaseInUseError}
 */
export async function lockDatabase(folder: string): Promise<() => void> {
  const holderFile = `${folder}.pid`;
  await mkdir(dirname(folder), { recursive: true });
  const lock = new DatabaseSync(`${folder}.lock`, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    const holder = await readFile(holderFile, 'utf8').catch(() => 'unknown');
    throw new DatabaseInUseError(folder, holder, { cause });
  }
  await writeFile(holderFile, String(process.pid));
  return () => lock.close();
}
