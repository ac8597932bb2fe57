/*
 * A program: node prepare-cluster.ts CACHE-FOLDER [DATABASE-FOLDER]. Makes the archive of an empty PGlite cluster unless the cache
 * contains it, prints its path, and unpacks it to the database folder if one is named.
 */
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { describeError } from '@portal/node-kit/plain-error';
import { lockWhenFree } from '@portal/node-kit/process-lock';
import * as v from 'valibot';
import { writeFileAtomic } from '@portal/node-kit/write-file-atomic';

async function pgliteVersion(): Promise<string> {
  const packageJson = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), '../package.json');
  return v.parse(v.object({ version: v.string() }), JSON.parse(await readFile(packageJson, 'utf8'))).version;
}

/** Makes the cluster in memory, because on disk it takes twice as long. */
async function makeArchive(archive: string): Promise<void> {
  const client = await PGlite.create();
  const dump = await client.dumpDataDir('none');
  await client.close();
  await writeFileAtomic(archive, Buffer.from(await dump.arrayBuffer()), { mode: 0o644 });
}

/**
 * Unpacks next to the folder and then renames, so that the folder never contains an incomplete cluster. The process of
 * a backend that was killed goes on: the next one waits for it, and takes what it has made.
 */
async function unpack(archive: string, folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  const unlock = await lockWhenFree(unfinished, new AbortController().signal, () => undefined);
  try {
    if (!existsSync(join(folder, 'PG_VERSION'))) await unpackAlone(archive, unfinished, folder);
  } finally {
    unlock();
  }
}

async function unpackAlone(archive: string, unfinished: string, folder: string): Promise<void> {
  await rm(unfinished, { recursive: true, force: true });
  const client = await PGlite.create({ dataDir: unfinished, loadDataDir: new Blob([await readFile(archive)]) });
  await client.close();
  await rename(unfinished, folder);
}

async function prepare([cache, folder]: readonly string[]): Promise<string> {
  if (cache === undefined) throw new Error('Name the folder of the cache.');
  const archive = join(cache, `cluster-${await pgliteVersion()}.tar`);
  if (!existsSync(archive)) await makeArchive(archive);
  if (folder !== undefined) await unpack(archive, folder);
  return archive;
}

try {
  process.stdout.write(await prepare(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(describeError(error));
  process.exitCode = 1;
}
