import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PlainError } from '@portal/node-kit/plain-error';
import { tryLock } from '@portal/node-kit/process-lock';
import type { Unlock } from '@portal/node-kit/process-lock';

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

/** Takes the lock of a database folder, because PGlite has none. Returns a function that releases it. @throws {DatabaseInUseError} */
export async function lockDatabase(folder: string): Promise<Unlock> {
  await mkdir(dirname(folder), { recursive: true });
  const result = tryLock(folder);
  if ('unlock' in result) return result.unlock;
  throw new DatabaseInUseError(folder, result.holder);
}
