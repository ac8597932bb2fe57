import { readFile } from 'node:fs/promises';
import type { LocalFile, StoreDriver } from '../format/driver.ts';
import { changedFile, DriverError } from '../format/driver.ts';
import { sha256Hex } from '../format/integrity.ts';

async function readLocal(key: string, file: LocalFile): Promise<Uint8Array> {
  const bytes = await readFile(file.path);
  if (sha256Hex(bytes) === file.sha256) return bytes;
  throw new DriverError('write', `memory/${key}`, changedFile(file));
}

/** A store's driver in this process's memory, for development and tests. `objects` are its bytes by key. */
export function memoryDriver(objects: Map<string, Uint8Array> = new Map()): StoreDriver {
  return {
    place: 'memory',
    get: (key) => Promise.resolve(objects.get(key)),
    has: (key) => Promise.resolve(objects.has(key)),
    list: (prefix) => Promise.resolve([...objects.keys()].filter((key) => key.startsWith(prefix))),
    async create(key, content) {
      const bytes = 'path' in content ? await readLocal(key, content) : content;
      if (objects.has(key)) return 'exists';
      objects.set(key, bytes);
      return 'created';
    },
    remove(key) {
      objects.delete(key);
      return Promise.resolve();
    },
  };
}
