import { expect, test } from '@jest/globals';
import type { StoreDriver } from '../format/driver.ts';
import { DriverError } from '../format/driver.ts';
import { LOG, releaseKey, RELEASES } from '../format/keys.ts';
import { memoryDriver } from './memory-driver.ts';
import { openMemoryStore } from './memory-store.ts';
import type { Store } from './store.ts';
import { createRecord } from './version-records.ts';
import { promoteAll, publishSample } from '../testing.ts';

/**
 * The writes of one request to a server that says of each new object below a prefix that somebody else has created it.
 */
const MOST_WRITES = 100;

interface Lying {
  readonly store: Store;
  /** Keys below this prefix are taken from now on. */
  lieAbout(prefix: string, isStored: boolean): void;
  /** How many creations were answered wrong. */
  readonly lies: () => number;
}

async function openLying(): Promise<Lying> {
  const objects = memoryDriver();
  let lied = 0;
  let prefix: string | undefined;
  let isStored = true;
  const driver: StoreDriver = {
    ...objects,
    async create(key, content) {
      if (prefix === undefined || !key.startsWith(prefix)) return objects.create(key, content);
      lied += 1;
      if (lied > 10 * MOST_WRITES) throw new Error('without end');
      if (isStored) await objects.create(key, content);
      return 'exists';
    },
  };
  const store = openMemoryStore(driver, { patienceMs: 0 });
  await publishSample(store, { name: 'shell', version: '1.0.0', contents: { 'entry.js': 'shell' } });
  return {
    store,
    lies: () => lied,
    lieAbout(next, stored) {
      prefix = next;
      isStored = stored;
    },
  };
}

const yank = async (store: Store) =>
  store.createYank('shell', '1.0.0', { schema: 1, at: '2026-11-26T00:00:00.000Z', by: 'a test', reason: 'none' });
const check = async (store: Store) => createRecord(store, 'checks', 'shell', '1.0.0', { schema: 1 });

test.each<[what: string, prefix: string, isStored: boolean, write: (store: Store) => Promise<unknown>]>([
  ['release', RELEASES, true, (store) => promoteAll(store, { shell: '1.0.0' })],
  ['document', 'yanked/', false, yank],
  ['entry of the log', LOG, false, yank],
  ['entry of a record', LOG, true, check],
])('a server that says of every %s that somebody else was first is given up', async (_, prefix, isStored, write) => {
  const { store, lieAbout, lies } = await openLying();
  lieAbout(prefix, isStored);
  await expect(write(store)).rejects.toThrow(DriverError);
  expect(lies()).toBeGreaterThan(0);
  expect(lies()).toBeLessThanOrEqual(MOST_WRITES);
});

test('a release takes the first number that nobody has begun, however many were left behind', async () => {
  const { store } = await openLying();
  for (let number = 1; number <= 30; number += 1)
    await store.driver.create(releaseKey(number), Buffer.from('left behind'));
  const { release } = await promoteAll(store, { shell: '1.0.0' });
  expect(release.number).toBe(31);
});
