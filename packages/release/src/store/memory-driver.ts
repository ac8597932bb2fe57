import type { StoreDriver } from './driver.ts';

/** A store's driver in this process's memory, for development and tests. `objects` are its bytes by key. */
export function memoryDriver(objects: Map<string, Uint8Array> = new Map()): StoreDriver {
  return {
    place: 'memory',
    get: (key) => Promise.resolve(objects.get(key)),
    list: (prefix) => Promise.resolve([...objects.keys()].filter((key) => key.startsWith(prefix))),
    create(key, bytes) {
      if (objects.has(key)) return Promise.resolve('exists');
      objects.set(key, bytes);
      return Promise.resolve('created');
    },
    remove(key) {
      objects.delete(key);
      return Promise.resolve();
    },
  };
}
