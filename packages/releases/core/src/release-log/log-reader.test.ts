import { beforeEach, describe, expect, test } from '@jest/globals';
import { IS_FULL_RUN } from '@portal/node-kit/testing/inputs';
import { addKey, retireKey } from '../operations/change-keys.ts';
import { restoreStore } from '../operations/restore-store.ts';
import { fromBytes, toBytes } from '../format/documents.ts';
import { memoryDriver } from '../store/memory-driver.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import { openStore } from '../store/store.ts';
import { promoteAll, publishSample } from '../testing.ts';
import { entryKey } from '../format/keys.ts';
import type { SavedCheckpoint, StoredEntry } from './leaf.ts';
import { FORMAT } from './leaf.ts';
import { LogReader } from './log-reader.ts';
import { nextEntry } from './logged-documents.ts';
import { leafHash } from './merkle.ts';
import type { Signer } from './signed-note.ts';
import { newKey, readSigner } from './signed-note.ts';

const [first, second, stranger] = [newKey(), newKey(), newKey()].map((pem) => readSigner(pem)) as [
  Signer,
  Signer,
  Signer,
];
let objects: Map<string, Uint8Array>;

const getStore = (signer: Signer, role: 'service' | 'break-glass' = 'break-glass'): Store =>
  openStore(memoryDriver(objects), { trusted: [first.vkey, second.vkey], signer: { signer, role }, patienceMs: 0 });
const reader = (...trusted: readonly Signer[]) =>
  new LogReader(memoryDriver(objects), { trusted: trusted.map(({ vkey }) => vkey) });
const release = (store: Store, urgent = true) => promoteAll(store, { shell: '1.0.0' }, { urgent });
const publish = (to: Store) =>
  publishSample(to, { name: 'shell', version: '1.1.0', contents: { 'entry.js': 'shell 1.1.0' } });
const copy = () => new Map(objects);
const addTo = (store: Store, key: Signer) => addKey(store, { key: key.vkey, role: 'break-glass' }, 'to try');

let store: Store;
beforeEach(async () => {
  objects = new Map();
  store = getStore(first);
  await publishSample(store, { name: 'shell', version: '1.0.0', contents: { 'entry.js': 'shell' } });
  await release(store, false);
});

test('reads a log of which it trusts a key, and grows with it', async () => {
  const one = reader(first);
  expect(await one.read()).toMatchObject({
    size: 3,
    newestRelease: 1,
    keys: [{ key: first.vkey, role: 'break-glass' }],
  });
  await release(store);
  const log = await one.read();
  expect(log).toMatchObject({ size: 4, newestRelease: 2 });
  expect(log.findEntry('releases/000002.json')).toMatchObject({ index: 3, signedBy: { key: first.vkey } });
});

test.each([
  ['older', FORMAT - 1],
  ['newer', FORMAT + 1],
])('refuses a store in a format that is %s, and says both numbers', async (_, schema) => {
  const entry = fromBytes(objects.get(entryKey(0)) ?? Buffer.of()) as StoredEntry;
  objects.set(entryKey(0), toBytes({ ...entry, schema }));
  await expect(reader(first).read()).rejects.toMatchObject({
    kind: 'format',
    message: expect.stringMatching(new RegExp(`format ${String(schema)}; .* format ${String(FORMAT)}`)),
  });
});

test('refuses a log of strangers, and says which key would have to be trusted', async () => {
  await expect(reader(stranger).read()).rejects.toMatchObject({ kind: 'untrusted' });
  await expect(reader(stranger).read()).rejects.toThrow(first.vkey);
  await expect(reader().read()).rejects.toMatchObject({ kind: 'untrusted' });
});

test('a key that the log does not name cannot write', async () => {
  const before = [...objects.keys()];
  for (const signer of [stranger, second])
    await expect(release(getStore(signer))).rejects.toMatchObject({ kind: 'not-allowed' });
  expect([...objects.keys()]).toEqual(before);
});

test('keys rotate: a reader follows from a key that it trusts, forward and backward', async () => {
  await addTo(store, second);
  await release(getStore(second));
  await retireKey(getStore(second), first.vkey, 'it is old');
  expect((await reader(first).read()).size).toBe(6);
  expect((await reader(second).read()).keys).toEqual([{ key: second.vkey, role: 'break-glass' }]);
  await expect(addTo(store, stranger)).rejects.toMatchObject({ kind: 'not-allowed' });
  await expect(retireKey(getStore(second), second.vkey, 'the last')).rejects.toMatchObject({ kind: 'not-allowed' });
});

test('says where somebody signed with a break-glass key although the log names a service', async () => {
  await addKey(store, { key: second.vkey, role: 'service' }, 'the service');
  await release(store);
  await promoteAll(getStore(second, 'service'), { shell: '1.0.0' }, { by: 'the service', urgent: true });
  const log = await reader(first).read();
  expect(log.findEntry('releases/000001.json')?.isBreakGlass).toBe(false);
  expect(log.findEntry('releases/000002.json')?.isBreakGlass).toBe(true);
});

test.each([
  ['a person used a release service with', 'break-glass'],
  ['the log has as that of a service', 'service'],
] as const)('says where an operator changed the store with the key that %s', async (_, role) => {
  const person = { kind: 'person', issuer: 'https://login.example.com', subject: 'anna', name: 'anna' } as const;
  if (role === 'service') await addKey(store, { key: second.vkey, role }, 'the service');
  const only = getStore(role === 'service' ? second : first, role);
  await release(only.as(person));
  await publish(only);
  await promoteAll(only.as({ kind: 'operator', name: 'root' }), { shell: '1.1.0' });
  await promoteAll(only.as({ kind: 'watcher' }), { shell: '1.0.0' });
  const log = await reader(first).read();
  const marks = [1, 2, 3, 4].map((number) => log.findEntry(`releases/00000${String(number)}.json`)?.isBreakGlass);
  expect(marks).toEqual([false, false, true, false]);
});

test('an entry of another log, with the same key and the same entries before it, is refused', async () => {
  const log = await reader(first).read();
  const leaf = { kind: 'document', key: 'yanked/shell/1.0.0.json', sha256: 'a'.repeat(64) } as const;
  const when = { at: '2026-11-23T08:00:00.000Z', actor: { kind: 'watcher' } } as const;
  const of = (origin: string | null) => nextEntry({ tree: log.tree, origin }, { ...leaf, ...when }, first);
  objects.set(entryKey(log.size), of('another'));
  await expect(reader(first).read()).rejects.toMatchObject({ kind: 'damaged' });
  objects.set(entryKey(log.size), of(log.origin));
  expect((await reader(first).read()).size).toBe(log.size + 1);
});

test('a process that has read a log refuses it when it becomes shorter or another one, and so does a kept checkpoint', async () => {
  const early = copy();
  await release(store);
  const seen = reader(first);
  const kept = (await seen.read()).keep();
  const late = copy();
  objects.clear();
  for (const [key, bytes] of early) objects.set(key, bytes);
  const restarted = () => new LogReader(memoryDriver(objects), { trusted: [first.vkey], savedCheckpoint: kept });
  await expect(seen.read()).rejects.toMatchObject({ kind: 'shorter' });
  await expect(restarted().read()).rejects.toMatchObject({ kind: 'shorter' });
  await promoteAll(getStore(first), { shell: '1.0.0' }, { by: 'somebody else', urgent: true });
  await expect(seen.read()).rejects.toMatchObject({ kind: 'forked' });
  await expect(restarted().read()).rejects.toMatchObject({ kind: 'forked' });
  for (const [key, bytes] of late) objects.set(key, bytes);
  expect((await seen.read()).size).toBe(4);
});

test('a store that is not mounted cannot be read, and is no shorter log; one that has lost its log alone is refused', async () => {
  const seen = reader(first);
  const kept = (await seen.read()).keep();
  const restarted = () => new LogReader(memoryDriver(objects), { trusted: [first.vkey], savedCheckpoint: kept });
  const whole = copy();
  for (const key of objects.keys()) if (key.startsWith('log/')) objects.delete(key);
  for (const each of [seen, restarted()]) await expect(each.read()).rejects.toMatchObject({ kind: 'missing' });
  objects.clear();
  for (const each of [seen, restarted()])
    await expect(each.read()).rejects.toMatchObject({
      name: 'DriverError',
      message: expect.stringMatching(/memory .*\b3 entries/),
    });
  for (const [key, bytes] of whole) objects.set(key, bytes);
  expect((await seen.read()).size).toBe(3);
});

test('a restore is accepted by whoever saw the lost log, at any time, and continues with higher numbers', async () => {
  const early = copy();
  const atFirst = (await reader(first).read()).keep();
  await release(store);
  const seen = reader(first);
  const between = (await seen.read()).keep();
  await addTo(store, second);
  await promoteAll(getStore(second), { shell: '1.0.0' }, { by: 'the third', urgent: true });
  const newest = (await reader(first).read()).keep();
  await seen.read();
  objects.clear();
  for (const [key, bytes] of early) objects.set(key, bytes);
  if (!newest) throw new Error('the log has entries');
  const { lost, log } = await restoreStore(getStore(first), newest, 'the disk was lost');
  expect([lost, log.newestRelease]).toEqual([newest.leafHashes.length - 3, newest.release]);
  for (const kept of [atFirst, between, newest])
    expect(
      await new LogReader(memoryDriver(objects), { trusted: [first.vkey], savedCheckpoint: kept }).read(),
    ).toMatchObject({
      size: 4,
    });
  expect((await seen.read()).size).toBe(4);
  // Only a key that the reader lists itself may restore.
  const byOther = new LogReader(memoryDriver(objects), { trusted: [second.vkey], savedCheckpoint: newest });
  await expect(byOther.read()).rejects.toMatchObject({ kind: 'untrusted' });
  expect((await release(getStore(first))).release.number).toBe(newest.release + 1);
});

test('a restore mends a log that somebody went on writing after an older backup was put back', async () => {
  const early = copy();
  const seen = reader(first);
  await release(store);
  const kept = (await seen.read()).keep();
  if (!kept) throw new Error('the log has entries');
  objects.clear();
  for (const [key, bytes] of early) objects.set(key, bytes);
  const other = await release(getStore(first));
  await publish(getStore(first));
  expect([other.release.number, kept.release]).toEqual([2, 2]);
  await expect(seen.read()).rejects.toMatchObject({ kind: 'forked' });
  const { lost, log } = await restoreStore(getStore(first), kept, 'an older backup');
  expect([lost, log.newestRelease]).toEqual([1, 2]);
  expect((await seen.read()).size).toBe(log.size);
  await expect(restoreStore(getStore(first), kept, 'again')).rejects.toMatchObject({ kind: 'not-allowed' });
  expect((await promoteAll(getStore(first), { shell: '1.1.0' })).release.number).toBe(3);
});

test('before its first write, a process asks others what they have seen, and writes nothing to an older store', async () => {
  const early = copy();
  await release(store);
  const kept = (await reader(first).read()).keep();
  if (!kept) throw new Error('the log has entries');
  const others = [{ where: 'http://10.0.0.5/checkpoint.json', savedCheckpoint: kept }];
  const asking = () =>
    openMemoryStore(memoryDriver(objects), {
      trusted: [first.vkey],
      signer: { signer: first, role: 'break-glass' },
      askOthers: () => Promise.resolve(others),
    });
  await release(asking());
  objects.clear();
  for (const [key, bytes] of early) objects.set(key, bytes);
  const older = asking();
  const refusal = { kind: 'shorter', message: expect.stringContaining('restore --checkpoint http://10.0.0.5/') };
  await expect(release(older)).rejects.toMatchObject(refusal);
  await expect(addKey(older, { key: second.vkey, role: 'service' }, 'a new one')).rejects.toMatchObject(refusal);
  expect([...objects.keys()]).toEqual([...early.keys()]);
  await restoreStore(getStore(first), kept, 'the disk was lost');
  expect((await release(older)).release.number).toBe(3);
});

describe('nobody can end the log for everybody by an entry that its readers refuse, such as one', () => {
  test.each<[string, (kept: SavedCheckpoint) => Promise<unknown>]>([
    ['by somebody with an endless name', () => publish(store.as({ kind: 'operator', name: 'x'.repeat(501) }))],
    ['of a key that is none', () => addKey(store, { key: 'no key', role: 'service' }, 'a slip')],
    ['without a reason', () => addKey(store, { key: second.vkey, role: 'service' }, '')],
    [
      'of a restore with a damaged checkpoint',
      async (kept) => {
        for (const key of [...objects.keys()].filter((each) => each.startsWith('log/')).slice(2)) objects.delete(key);
        await restoreStore(getStore(first), { ...kept, leafHashes: kept.leafHashes.slice(0, -1) }, 'the disk was lost');
      },
    ],
    [
      'of a restore with hashes of others',
      async (kept) => {
        for (const key of [...objects.keys()].filter((each) => each.startsWith('log/')).slice(2)) objects.delete(key);
        const leafHashes = [...kept.leafHashes.slice(0, -1), Buffer.alloc(32).toString('base64')];
        await restoreStore(getStore(first), { ...kept, leafHashes }, 'the disk was lost');
      },
    ],
  ])('%s', async (_, write) => {
    await release(store);
    const kept = (await reader(first).read()).keep();
    if (!kept) throw new Error('the log has entries');
    await expect(write(kept)).rejects.toMatchObject({ kind: 'not-allowed' });
    await publish(getStore(first));
    expect((await reader(first).read()).documents.has('artifacts/shell/versions/1.1.0.json')).toBe(true);
  });
});

test('a restore by a key that the log names, but the reader does not list, is refused by whoever saw more', async () => {
  await addTo(store, second);
  const early = copy();
  await release(store);
  const kept = (await reader(first).read()).keep();
  if (!kept) throw new Error('the log has entries');
  objects.clear();
  for (const [key, bytes] of early) objects.set(key, bytes);
  await restoreStore(getStore(second), kept, 'to undo a release');
  const seen = (...trusted: readonly Signer[]) =>
    new LogReader(memoryDriver(objects), { trusted: trusted.map(({ vkey }) => vkey), savedCheckpoint: kept }).read();
  await expect(seen(first)).rejects.toMatchObject({ kind: 'forked' });
  expect((await seen(first, second)).size).toBe(5);
});

/** The full run tries a log of some years. */
const MANY = IS_FULL_RUN ? 10_000 : 200;

test(`a log of ${MANY.toLocaleString('en')} entries is read, many at once, and only once`, async () => {
  const before = await reader(first).read();
  let { tree } = before;
  while (tree.size < MANY) {
    const document = { key: `checks/shell/1.0.0/${String(tree.size).padStart(6, '0')}.json`, sha256: 'a'.repeat(64) };
    const leaf = { kind: 'document', ...document, at: '2026-11-23T08:00:00.000Z', actor: { kind: 'watcher' } } as const;
    objects.set(entryKey(tree.size), nextEntry({ tree, origin: before.origin }, leaf, first));
    tree = tree.with(leafHash(Buffer.from(JSON.stringify(leaf))));
  }
  const driver = memoryDriver(objects);
  let [reads, running, most] = [0, 0, 0];
  const counting = {
    ...driver,
    async get(key: string) {
      [reads, running] = [reads + 1, running + 1];
      most = Math.max(most, running);
      const bytes = await driver.get(key);
      running -= 1;
      return bytes;
    },
  };
  const one = new LogReader(counting, { trusted: [first.vkey] });
  expect((await one.read()).size).toBe(MANY);
  expect(most).toBe(64);
  reads = 0;
  await one.read();
  expect(reads).toBe(2);
});
