import type { StoreDriver } from '../format/driver.ts';
import { memoryDriver } from './memory-driver.ts';

/** A store's driver for a dry run: it reads what is there, and keeps in memory what it is told to write or remove. */
export function dryRunDriver(below: StoreDriver): StoreDriver {
  const written = memoryDriver();
  const removed = new Set<string>();
  const hasBelow = async (key: string) => !removed.has(key) && (await below.has(key));
  return {
    place: below.place,
    get: async (key, sha256) => (await written.get(key)) ?? (removed.has(key) ? undefined : below.get(key, sha256)),
    has: async (key) => (await written.has(key)) || hasBelow(key),
    list: async (prefix) => [
      ...(await below.list(prefix)).filter((key) => !removed.has(key)),
      ...(await written.list(prefix)),
    ],
    create: async (key, content) => ((await hasBelow(key)) ? 'exists' : written.create(key, content)),
    async remove(key) {
      removed.add(key);
      await written.remove(key);
    },
  };
}
