import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const WATCH = join(import.meta.dirname, '../watch/watch-server.ts');

/** For the environment of a server that a test starts: has it watched, if this run watches its servers. */
export function watched(): Readonly<Record<string, string>> {
  if (!process.env['WATCH_FILE']) return {};
  return {
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --disable-warning=ExperimentalWarning --import=${WATCH}`,
  };
}

/**
 * Watches all servers that this process and its workers start from now on. @returns a function that fails with what was
 * found.
 */
export async function watchServers(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-watch-'));
  const file = join(folder, 'found');
  await writeFile(file, '');
  process.env['WATCH_FILE'] = file;
  return async () => {
    const found = await readFile(file, 'utf8');
    await rm(folder, { recursive: true });
    if (found !== '')
      throw new Error(`The servers of this run have found:\n${[...new Set(found.split('\n'))].join('\n')}`);
  };
}
