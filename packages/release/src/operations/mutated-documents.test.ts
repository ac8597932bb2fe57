import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Release } from '@portal/contract/release';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { RefusedError } from '../policy/refusal.ts';
import { StoreError } from '../store/errors.ts';
import { memoryDriver } from '../store/memory-driver.ts';
import { openStore } from '../store/store.ts';
import type { Store } from '../store/store.ts';
import { promoteAll, publishAhead, writeBuild } from '../testing.ts';
import { SampleStore } from './testing.ts';

/** How many documents each test tries: few in `npm test`, all in `npm run test:full`. */
const numRuns = process.env['TEST_FULL'] === '1' ? 10_000 : 200;
const LIMIT_MS = 600_000;
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-mutated-'));
});
afterEach(() => rm(folder, { recursive: true }));

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    '',
    '..',
    '../x',
    '/etc/passwd',
    '\0',
    '__proto__',
    '%2e%2e',
    '-0',
    'x'.repeat(70_000),
    -1,
    1e308,
    0.5,
  ),
);
/** Where a document is changed (for each level, a number that chooses a field) and what comes there; undefined removes the field. */
const mutation = fc.record({
  way: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
  value: fc.option(value, { nil: undefined }),
  rename: fc.option(fc.string(), { nil: undefined, freq: 5 }),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

const isObject = (node: unknown): node is Record<string, unknown> => typeof node === 'object' && node !== null;

/** A copy of the document with one change. */
function mutate(document: unknown, { way, value: next, rename }: Mutation): unknown {
  const copy: unknown = structuredClone(document);
  let node = copy;
  for (const [level, step] of way.entries()) {
    if (!isObject(node)) break;
    const keys = Object.keys(node);
    const key = keys[step % keys.length] ?? 'new';
    const child = node[key];
    if (level < way.length - 1 && isObject(child)) {
      node = child;
      continue;
    }
    delete node[key];
    if (next !== undefined) node[Array.isArray(node) ? key : (rename ?? key)] = next;
    break;
  }
  return copy;
}

/** How a publication ends; any other error is itself the result. */
async function publishResult(store: Store): Promise<unknown> {
  try {
    const { manifest } = await publishAhead(store, folder);
    const stored = await store.readManifest(manifest.name, manifest.version);
    return { is: 'published', asOffered: isDeepStrictEqual(stored, manifest) };
  } catch (error) {
    if (!(error instanceof RefusedError)) return error;
    return { is: 'refused', inFewWords: error.message.length < 2000, left: await store.driver.list('') };
  }
}

test(
  'a mutated manifest is published as it is or refused in few words, and a refused one leaves nothing',
  async () => {
    const contents = { 'entry.js': 'hubs', 'main.js': 'page', 'hubs.css': 'a{}', 'locale-de.js': 'de' };
    const declaration = { redirects: [{ from: '/old', to: '/hubs' }] };
    const manifest = await writeBuild(folder, { name: 'mfe-hubs', version: '1.0.0', contents, declaration });
    await fc.assert(
      fc.asyncProperty(mutation, async (change) => {
        await writeFile(join(folder, 'manifest.json'), JSON.stringify(mutate(manifest, change)));
        expect([
          { is: 'published', asOffered: true },
          { is: 'refused', inFewWords: true, left: [] },
        ]).toContainEqual(await publishResult(openStore(memoryDriver())));
      }),
      { numRuns },
    );
  },
  LIMIT_MS,
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
    await sample.publish('mfe-hubs', '1.1.0');
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 });
    const key = 'releases/000002.json';
    const release: unknown = JSON.parse(await sample.read(key));
    await fc.assert(
      fc.asyncProperty(mutation, async (change) => {
        await sample.write(key, JSON.stringify(mutate(release, change)));
        const read = await numberOrKind(sample.store.readRelease(2));
        const live = await numberOrKind(sample.store.latestRelease());
        expect([
          { read: 2, live: 2 },
          { read: 'damaged', live: 1 },
          { read: 'newer', live: 'newer' },
        ]).toContainEqual({ read, live });
      }),
      { numRuns },
    );
    await sample.remove();
  },
  LIMIT_MS,
);
