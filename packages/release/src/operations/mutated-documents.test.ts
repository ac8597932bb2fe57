import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Release } from '@portal/contract/release';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { INPUTS_LIMIT_MS, tryInputs } from '@portal/node-kit/testing/inputs';
import { mutate, mutation } from '@portal/node-kit/testing/mutations';
import { RefusedError } from '../policy/refusal.ts';
import { StoreError } from '../store/errors.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import { promoteAll, publishAhead, writeBuild } from '../testing.ts';
import { SampleStore } from './testing.ts';

/** How many documents each test tries. */
const AMOUNT = { all: 10_000, some: 200 };
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-mutated-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** How a publication ends; any other error is itself the result. */
async function publishResult(store: Store): Promise<unknown> {
  try {
    const { published } = await publishAhead(store, folder);
    const stored = await store.readVersion(published.manifest.name, published.manifest.version);
    return { is: 'published', asOffered: isDeepStrictEqual(stored, published) };
  } catch (error) {
    if (!(error instanceof RefusedError)) return error;
    return { is: 'refused', inFewWords: error.message.length < 2000, left: await store.driver.list('') };
  }
}

test(
  'a mutated manifest is published as it is or refused in few words, and a refused one leaves nothing',
  async () => {
    const contents = { 'entry.js': 'hubs', 'main.js': 'page', 'hubs.css': '.a{}', 'locale-de.js': 'de' };
    const declaration = { redirects: [{ from: '/old', to: '/hubs' }] };
    const manifest = await writeBuild(folder, { name: 'mfe-hubs', version: '1.0.0', contents, declaration });
    await tryInputs('Mutated manifests, published', AMOUNT, mutation, async (change) => {
      await writeFile(join(folder, 'manifest.json'), JSON.stringify(mutate(manifest, change)));
      expect([
        { is: 'published', asOffered: true },
        { is: 'refused', inFewWords: true, left: [] },
      ]).toContainEqual(await publishResult(openMemoryStore()));
    });
  },
  INPUTS_LIMIT_MS,
);

/** The number of the release that a promise gives; else why it cannot be read, or any other error. */
const numberOrKind = (reading: Promise<Release | undefined>): Promise<unknown> =>
  reading.then(
    (release) => release?.number,
    (error: unknown) => (error instanceof StoreError ? error.kind : error),
  );

test(
  'a mutated release is read, called damaged and skipped, or called newer and not skipped',
  async () => {
    const sample = await SampleStore.make();
    for (const version of ['1.1.0', '1.2.0', '1.3.0']) await sample.publish('mfe-hubs', version);
    for (const version of ['1.1.0', '1.2.0']) await promoteAll(sample.store, { 'mfe-hubs': version });
    // This one has two fallbacks and a canary.
    await promoteAll(sample.store, { 'mfe-hubs': '1.3.0' }, { percent: 10 });
    const key = 'releases/000004.json';
    const release: unknown = JSON.parse(await sample.read(key));
    await tryInputs('Mutated releases, read', AMOUNT, mutation, async (change) => {
      await sample.write(key, JSON.stringify(mutate(release, change)));
      const read = await numberOrKind(sample.store.readRelease(4));
      const live = await numberOrKind(sample.store.latestRelease());
      expect([
        { read: 4, live: 4 },
        { read: 'damaged', live: 3 },
        { read: 'newer', live: 'newer' },
      ]).toContainEqual({ read, live });
    });
    await sample.remove();
  },
  INPUTS_LIMIT_MS,
);
