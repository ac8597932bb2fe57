import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { StoreDriver } from './driver.ts';

/** Half-written files lie here; a name that begins with a dot is never a key. */
const INCOMING = '.incoming';
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    codes.includes(error.code)
  );
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; there the file system keeps its journal by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder, and makes sure that its name survives a power cut. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A store's driver on a folder of a file system with hard links. The folder is made with the first object. */
export function folderDriver(path: string): StoreDriver {
  const root = resolve(path);
  const fileOf = (key: string) => {
    if (!KEY.test(key)) throw new RangeError(`"${key}" is not a key of a store`);
    return join(root, ...key.split('/'));
  };
  return {
    place: root,

    async get(key) {
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
        throw error;
      }
    },

    async list(prefix) {
      const folder = prefix === '' ? root : fileOf(prefix.replace(/\/$/, ''));
      try {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        return entries
          .filter((entry) => entry.isFile())
          .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
          .filter((key) => KEY.test(key));
      } catch (error) {
        if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
        throw error;
      }
    },

    async create(key, bytes) {
      const file = fileOf(key);
      const folder = dirname(file);
      const incoming = join(root, INCOMING);
      await makeFolder(folder);
      await makeFolder(incoming);
      const temporary = join(incoming, randomUUID());
      try {
        await writeDurably(temporary, bytes);
        // link(2) is the whole concurrency story: it fails where the name is taken, and the file is never seen half-written.
        await link(temporary, file);
      } catch (error) {
        if (hasCode(error, 'EEXIST')) return 'exists';
        throw error;
      } finally {
        await rm(temporary, { force: true });
      }
      await syncFolder(folder);
      return 'created';
    },

    async remove(key) {
      const file = fileOf(key);
      try {
        await rm(file);
        await syncFolder(dirname(file));
      } catch (error) {
        if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
      }
    },
  };
}
