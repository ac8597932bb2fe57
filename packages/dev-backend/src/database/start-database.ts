import { join } from 'node:path';
import type { DevBackendOptions } from '../options.ts';
import type { OpenDatabase } from './open-database.ts';
import { openPglite, openPgliteInMemory } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import { seed } from './seed.ts';

type DatabaseOptions = Pick<DevBackendOptions, 'databaseUrl' | 'stateFolder'>;

function open({ databaseUrl, stateFolder }: DatabaseOptions, log: (line: string) => void): Promise<OpenDatabase> {
  if (databaseUrl === undefined) return openPglite(join(stateFolder, 'database'), log);
  return databaseUrl === 'memory' ? openPgliteInMemory() : openPostgres(databaseUrl, log);
}

/** A database with its tables and, the first time, the demo people in it. @throws {DatabaseInUseError | DatabaseUnreachableError} */
export async function startDatabase(options: DatabaseOptions, log: (line: string) => void): Promise<OpenDatabase> {
  const database = await open(options, log);
  try {
    await database.migrate();
    await seed(database.db);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
