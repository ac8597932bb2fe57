import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { IS_FULL_RUN } from '@portal/node-kit/testing/inputs';
import { randomNumbers } from '@portal/node-kit/random-numbers';
import { SampleStore } from '../operations/testing.ts';
import { verifyStore } from '../operations/verify-store.ts';
import { fromBytes, toBytes } from '../format/documents.ts';
import { entryKey, isDocument, LOG } from '../format/keys.ts';
import { memoryDriver } from '../store/memory-driver.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import { promoteAll, rollBack, yank } from '../testing.ts';
import type { SavedCheckpoint, StoredEntry } from './leaf.ts';
import { LogError } from './log-error.ts';
import { LogState } from './log-state.ts';
import { nextEntry } from './logged-documents.ts';
import { newKey, readSigner } from './signed-note.ts';

/** Whoever forges may write to the store as they like, and has no key that the log names. */
const FORGER = readSigner(newKey());
const BY = { at: '2026-11-23T08:00:00.000Z', actor: { kind: 'operator', name: 'a forger' } } as const;

type Objects = Map<string, Uint8Array>;
type Forge = (objects: Objects, random: () => number) => void;

let sample: SampleStore;
let whole: Objects;
/** The store at earlier times, the oldest first. */
const earlier: Objects[] = [];
let kept: SavedCheckpoint | undefined;

const snapshot = async (): Promise<Objects> => {
  const { driver } = sample.store;
  const keys = await driver.list('');
  return new Map(await Promise.all(keys.map(async (key) => [key, (await driver.get(key)) ?? Buffer.of()] as const)));
};

beforeAll(async () => {
  sample = await SampleStore.make();
  for (const version of ['1.1.0', '1.2.0']) {
    earlier.push(await snapshot());
    await sample.publish('mfe-hubs', version);
    await promoteAll(sample.store, { 'mfe-hubs': version });
  }
  earlier.push(await snapshot());
  await rollBack(sample.store, 'mfe-hubs');
  await yank(sample.store, 'mfe-hubs', '1.2.0');
  whole = await snapshot();
  kept = (await sample.store.log()).keep();
});
afterAll(() => sample.remove());

const pick = <Of>(all: readonly Of[], random: () => number): Of => {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
};
const documents = (objects: Objects) => [...objects.keys()].filter(isDocument);
const entries = (objects: Objects) => [...objects.keys()].filter((key) => key.startsWith(LOG)).sort();
const formatText = (objects: Objects, key: string) => Buffer.from(objects.get(key) ?? []).toString();

/** Another character at any place. */
function spoil(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length);
  return text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1);
}

/** Changes a field of an entry's document. */
function spoilEntry(objects: Objects, random: () => number, field: 'leaf' | 'checkpoint'): void {
  const key = pick(entries(objects), random);
  const entry = fromBytes(objects.get(key) ?? Buffer.of()) as StoredEntry;
  objects.set(key, toBytes({ ...entry, [field]: spoil(entry[field], random) }));
}

function swap(objects: Objects, keys: readonly string[], random: () => number): void {
  const first = pick(keys, random);
  const second = pick(
    keys.filter((key) => key !== first),
    random,
  );
  const bytes = [objects.get(first) ?? Buffer.of(), objects.get(second) ?? Buffer.of()] as const;
  objects.set(first, bytes[1]).set(second, bytes[0]);
}

/** Writes the log anew from an entry on, with other leaves and signatures of the forger. */
function rewrite(objects: Objects, from: number, to: number): void {
  const log = new LogState('memory');
  for (let index = 0; index < from; index += 1) log.add(objects.get(entryKey(index)) ?? Buffer.of());
  let { tree } = log;
  for (let index = from; index < to; index += 1) {
    const leaf = { kind: 'document', key: 'releases/000009.json', sha256: '0'.repeat(64), ...BY } as const;
    const bytes = nextEntry({ tree, origin: log.origin ?? 'ebike-portal/forged' }, leaf, FORGER);
    objects.set(entryKey(index), bytes);
    tree = tree.with(Buffer.from('0'.repeat(64), 'hex'));
  }
}

const KINDS: Readonly<Record<string, Forge>> = {
  'a document is edited': (objects, random) => {
    const key = pick(documents(objects), random);
    objects.set(key, Buffer.from(spoil(formatText(objects, key), random)));
  },
  'the author or the reason of a release is edited': (objects, random) => {
    const key = pick(
      documents(objects).filter((each) => each.startsWith('releases/')),
      random,
    );
    const [field, to] = [pick(['createdBy', 'reason'], random), `somebody ${String(random())}`];
    objects.set(
      key,
      Buffer.from(formatText(objects, key).replace(new RegExp(`"${field}": "[^"]*"`), `"${field}": "${to}"`)),
    );
  },
  'a document is deleted': (objects, random) => {
    objects.delete(pick(documents(objects), random));
  },
  'two documents change places': (objects, random) => {
    swap(objects, documents(objects), random);
  },
  'a leaf is edited': (objects, random) => {
    spoilEntry(objects, random, 'leaf');
  },
  'a checkpoint is edited': (objects, random) => {
    spoilEntry(objects, random, 'checkpoint');
  },
  'an entry is deleted': (objects, random) => {
    objects.delete(pick(entries(objects).slice(0, -1), random));
  },
  'an entry and its document are deleted, and the others move up': (objects, random) => {
    const all = entries(objects).map((key) => objects.get(key) ?? Buffer.of());
    const gone = Math.floor(random() * (all.length - 1));
    for (const key of entries(objects)) objects.delete(key);
    for (const [index, bytes] of all.toSpliced(gone, 1).entries()) objects.set(entryKey(index), bytes);
  },
  'two entries change places': (objects, random) => {
    swap(objects, entries(objects), random);
  },
  'an entry is repeated': (objects, random) => {
    const all = entries(objects);
    objects.set(entryKey(all.length), objects.get(pick(all, random)) ?? Buffer.of());
  },
  'the log is forked from an entry on': (objects, random) => {
    const size = entries(objects).length;
    rewrite(objects, Math.floor(random() * size), size);
  },
  'entries of a forger are appended': (objects, random) => {
    const size = entries(objects).length;
    rewrite(objects, size, size + 1 + Math.floor(random() * 3));
  },
};

/** What only somebody notices who has seen a newer checkpoint. */
const ROLLED_BACK: Readonly<Record<string, Forge>> = {
  'the log is truncated, with its documents or without': (objects, random) => {
    const all = entries(objects);
    const gone = all.slice(1 + Math.floor(random() * (all.length - 1)));
    const isWhole = random() < 0.5;
    for (const key of gone) {
      const { leaf } = fromBytes(objects.get(key) ?? Buffer.of()) as StoredEntry;
      const { key: named } = JSON.parse(leaf) as { key: string };
      if (isWhole) objects.delete(named);
      objects.delete(key);
    }
  },
  'the whole store is rolled back': (objects, random) => {
    objects.clear();
    for (const [key, bytes] of pick(earlier, random)) objects.set(key, bytes);
  },
  'the log is deleted': (objects) => {
    for (const key of entries(objects)) objects.delete(key);
  },
};

/** Whether a check of the store, by somebody who has kept a checkpoint or not, refuses it. */
async function isRefused(objects: Objects, checkpoint?: SavedCheckpoint): Promise<boolean> {
  const store = openMemoryStore(memoryDriver(objects), { savedCheckpoint: checkpoint });
  try {
    return (await verifyStore(store)).problems.length > 0;
  } catch (error) {
    if (error instanceof LogError) return true;
    throw error;
  }
}

const PAGE = await readFile(join(import.meta.dirname, '../../../../../docs/releases.md'), 'utf8');
/** How many forgeries of each kind, as the page has it. */
const countChanges = (kind: string) => Number(new RegExp(`\\| ${kind} +\\| (\\d+) `).exec(PAGE)?.[1]);

test('the store is whole before anything is forged, also for somebody who has seen all of it', async () => {
  expect(await isRefused(new Map(whole), kept)).toBe(false);
});

test.each([
  ...Object.entries(KINDS).map(([kind, forge]) => [kind, 'anybody', forge] as const),
  ...Object.entries(ROLLED_BACK).map(([kind, forge]) => [kind, 'whoever has seen a newer checkpoint', forge] as const),
])('%s: every forgery is refused by %s', async (kind, who, forge) => {
  const amount = IS_FULL_RUN ? countChanges(kind) : Math.ceil(countChanges(kind) / 10);
  for (let seed = 0; seed < amount; seed += 1) {
    const objects = new Map(whole);
    forge(objects, randomNumbers(seed));
    expect([seed, await isRefused(objects, who === 'anybody' ? undefined : kept)]).toEqual([seed, true]);
  }
});

test('a document that somebody adds does not count', async () => {
  const objects = new Map(whole);
  const release = formatText(objects, 'releases/000004.json');
  objects.set('releases/000005.json', Buffer.from(release.replace('"number": 4', '"number": 5')));
  objects.set('yanked/mfe-hubs/1.0.0.json', objects.get('yanked/mfe-hubs/1.2.0.json') ?? Buffer.of());
  const store = openMemoryStore(memoryDriver(objects));
  expect((await store.latestRelease())?.number).toBe(4);
  expect(await store.readYank('mfe-hubs', '1.0.0')).toBeUndefined();
  expect((await verifyStore(store)).notices).toHaveLength(2);
});

test('the page has 1,000 forgeries', () => {
  const amounts = [...Object.keys(KINDS), ...Object.keys(ROLLED_BACK)].map(countChanges);
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(1000);
});
