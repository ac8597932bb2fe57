import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { newKey, readSigner } from '../../release-log/signed-note.ts';
import { RefusedError } from '../../policy/refusal.ts';
import { collectProof } from '../../staging/collect-proof.ts';
import { objectionTo } from '../../staging/refuse-unstaged.ts';
import type { StagingProof } from '../../format/staging-proof.ts';
import { readCopies } from '../../store/copies.ts';
import { promoteAll, publishRequiring, rollBack, yank } from '../../testing.ts';
import { planRequest } from '../plan-request.ts';
import { directWriter } from '../release-writer.ts';
import { SampleStore, WHO } from '../testing.ts';
import { copyVersion } from './copy-version.ts';
import { recordCopy } from './record-copy.ts';

const HOUR = 60 * 60 * 1000;
const BEGIN = Date.parse('2026-11-20T08:00:00.000Z');
const HUBS = { name: 'mfe-hubs', version: '1.1.0' };
const LIVE = { 'mfe-hubs': '1.1.0' };

let staging: SampleStore;
let production: SampleStore;
let keys: readonly string[];

/** Only the clock: the rest runs as ever. */
function setClock(hours: number): void {
  jest.setSystemTime(BEGIN + hours * HOUR);
}

beforeEach(async () => {
  jest.useFakeTimers({
    now: BEGIN,
    doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'queueMicrotask', 'performance', 'hrtime'],
  });
  staging = await SampleStore.make();
  production = await SampleStore.make();
  keys = (await staging.store.log()).keys.map(({ key }) => key);
  const sourceMaps = { 'entry.js': { version: 3, sources: [], names: [], mappings: '' } };
  await staging.publish('mfe-hubs', '1.1.0', { sourceMaps });
  await publishRequiring(production.store, { 'mfe-hubs': { staging: { keys: [...keys], hours: 24 } } });
});
afterEach(async () => {
  jest.useRealTimers();
  await staging.remove();
  await production.remove();
});

const copy = () =>
  copyVersion(
    staging.store,
    { store: production.store, writer: directWriter(production.store, []) },
    { by: 'anna', ...HUBS, ahead: false },
  );

/** Something that the log of staging has the time of. */
const something = (version: string) => staging.publish('mfe-legal', version);

async function liveForADay(): Promise<void> {
  await promoteAll(staging.store, LIVE);
  setClock(25);
  await something('2.0.0');
}

/** What the copy is refused for. */
async function readRefusal(attempt: () => Promise<unknown> = copy) {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof RefusedError) return error.refusals[0];
    throw error;
  }
  throw new Error('it is not refused');
}

const objectsIn = async ({ store }: SampleStore) => (await store.driver.list('')).toSorted();

const promotionRefusals = async () => {
  const request = { ...WHO, change: { action: 'promote', versions: LIVE } } as const;
  return (await planRequest(production.store, await production.store.latestRelease(), request)).refusals;
};

test('a version that was live in staging for long enough is copied byte by byte, and may be promoted', async () => {
  await liveForADay();
  expect(await copy()).toMatchObject({ outcome: 'copied', shown: { live: { isOpen: true } } });
  const [theirs, ours] = await Promise.all([objectsIn(staging), objectsIn(production)]);
  const copied = theirs.filter((key) => key.startsWith('artifacts/mfe-hubs/'));
  expect(ours.filter((key) => key.startsWith('artifacts/mfe-hubs/'))).toEqual(copied);
  for (const key of copied) expect(await production.read(key)).toBe(await staging.read(key));
  expect(await readCopies(production.store, 'mfe-hubs', '1.1.0')).toMatchObject([{ by: 'anna' }]);
  expect(await promotionRefusals()).toEqual([]);
});

test('where nothing is required, a version is copied with what its log shows', async () => {
  await publishRequiring(production.store, {});
  expect(await copy()).toMatchObject({ outcome: 'copied', shown: { live: undefined, wasCanary: false } });
  expect(await copy()).toMatchObject({ outcome: 'unchanged' });
  expect(await promotionRefusals()).toEqual([]);
});

test('a time of the version in staging before the last one counts, if it was longer', async () => {
  await liveForADay();
  await rollBack(staging.store, 'mfe-hubs', '1.0.0');
  setClock(30);
  await promoteAll(staging.store, LIVE);
  setClock(31);
  await something('2.0.1');
  const live = { from: '2026-11-20T08:00:00.000Z', to: '2026-11-21T09:00:00.000Z', isOpen: false };
  expect((await copy()).shown.live).toMatchObject(live);
});

describe('a copy is refused, and nothing is written, of a version that', () => {
  test.each<[string, () => Promise<unknown>, problem: string]>([
    ['was never live there', async () => something('2.0.0'), 'was never live in staging'],
    [
      'was only a canary',
      async () => {
        await promoteAll(staging.store, LIVE, { percent: 50 });
        setClock(48);
        await something('2.0.0');
      },
      'was only a canary in staging',
    ],
    [
      'was live too short',
      async () => {
        await promoteAll(staging.store, LIVE);
        setClock(3);
        await rollBack(staging.store, 'mfe-hubs', '1.0.0');
        setClock(48);
        await something('2.0.0');
      },
      '24 hours, and its log shows 3.0 (2026-11-20 08:00 UTC to 2026-11-20 11:00 UTC)',
    ],
    [
      'was yanked there',
      async () => {
        await liveForADay();
        await rollBack(staging.store, 'mfe-hubs', '1.0.0');
        await yank(staging.store, 'mfe-hubs', '1.1.0');
      },
      'mfe-hubs 1.1.0 was yanked by a test',
    ],
  ])('%s', async (_, happens, problem) => {
    await happens();
    const before = await objectsIn(production);
    expect((await readRefusal()).problem).toContain(problem);
    expect(await objectsIn(production)).toEqual(before);
  });

  test('is live there, while its log shows no time that has passed; a check there does', async () => {
    await promoteAll(staging.store, LIVE);
    setClock(48);
    const { problem, remedy } = await readRefusal();
    expect(problem).toContain('24 hours, and its log shows 0.0');
    expect(remedy).toContain('npm run release -- check mfe-hubs@1.1.0 --store STAGING');
    await something('2.0.0');
    expect(await copy()).toMatchObject({ outcome: 'copied' });
  });

  test('comes from a log that none of the named keys has signed', async () => {
    await liveForADay();
    const other = readSigner(newKey()).vkey;
    await publishRequiring(production.store, { 'mfe-hubs': { staging: { keys: [other], hours: 24 } } });
    expect(await readRefusal()).toMatchObject({
      rule: 'not-staged',
      problem: expect.stringMatching(/ebike-portal\/\w+/),
    });
  });
});

test('a proof that has the yank of a version speaks against it', async () => {
  await liveForADay();
  await rollBack(staging.store, 'mfe-hubs', '1.0.0');
  await yank(staging.store, 'mfe-hubs', '1.1.0');
  const proof = await collectProof(staging.store, HUBS, keys);
  expect(objectionTo(proof, HUBS, { keys: [...keys], hours: 24 })?.problem).toContain('was yanked in staging');
});

test('a version that was published past staging is not promoted, not by a rollback to it either', async () => {
  await production.publish('mfe-hubs', '1.1.0');
  const [refusal] = await promotionRefusals();
  expect(refusal).toMatchObject({
    rule: 'not-staged',
    remedy: expect.stringContaining('npm run release -- store copy --from STAGING --to PRODUCTION mfe-hubs@1.1.0'),
  });
  const back = () => rollBack(production.store, 'mfe-hubs', '1.1.0');
  expect(await readRefusal(back)).toMatchObject({ rule: 'not-staged' });
  await publishRequiring(production.store, {});
  await promoteAll(production.store, LIVE);
  await rollBack(production.store, 'mfe-hubs', '1.0.0');
  await publishRequiring(production.store, { 'mfe-hubs': { staging: { keys: [...keys], hours: 24 } } });
  // Everybody had it, so nothing is asked of it: a rollback must not wait.
  expect((await back()).outcome).toBe('released');
});

describe('a proof does not hold', () => {
  const other = (text: string, from: string, to: string) => {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`there is no ${from}`);
    return changed;
  };
  type Since = NonNullable<StagingProof['since']>;
  const since = (change: (since: Since) => Partial<Since>) => (proof: StagingProof) => {
    if (!proof.since) throw new Error('the proof has no entries');
    return { ...proof, since: { ...proof.since, ...change(proof.since) } };
  };

  test.each<[string, (proof: StagingProof) => StagingProof]>([
    [
      'an earlier begin',
      since(({ leaves: [first = '', ...rest] }) => ({ leaves: [other(first, '-20T', '-10T'), ...rest] })),
    ],
    ['without the end', since(({ leaves }) => ({ leaves: leaves.slice(0, -1) }))],
    ['other edges', since(({ edges }) => ({ edges: edges.toReversed() }))],
    ['another index', since(({ first }) => ({ first: first - 1 }))],
    ['no releases to be read', since(() => ({ releases: 'AAAA' }))],
    [
      'another document',
      ({ version, ...rest }) => ({
        ...rest,
        version: { ...version, document: other(version.document, '2025', '2024') },
      }),
    ],
    ['another entry', ({ version, ...rest }) => ({ ...rest, version: { ...version, index: version.index - 1 } })],
    ['another checkpoint', (proof) => ({ ...proof, checkpoint: other(proof.checkpoint, 'ebike-portal/', 'another/') })],
    ['no signature', (proof) => ({ ...proof, checkpoint: proof.checkpoint.slice(0, -10) })],
  ])('with %s', async (_, forge) => {
    await liveForADay();
    const proof = await collectProof(staging.store, HUBS, keys);
    const rule = { keys: [...keys], hours: 24 };
    expect(objectionTo(proof, HUBS, rule)).toBeUndefined();
    const forged = forge(proof);
    expect(objectionTo(forged, HUBS, rule)?.problem).toMatch(/does not hold: \S|is signed by none/);
    expect(objectionTo(proof, { name: 'mfe-hubs', version: '1.2.0' }, rule)?.problem).toContain('does not hold');
  });

  test('for other bytes than the published ones', async () => {
    await liveForADay();
    const proof = await collectProof(staging.store, HUBS, keys);
    await production.publish('mfe-hubs', '1.1.0', { contents: { 'entry.js': 'other bytes' } });
    const refusal = await readRefusal(() => recordCopy(production.store, { by: 'anna', ...HUBS, proof }));
    expect(refusal).toMatchObject({ rule: 'not-staged', problem: expect.stringContaining('other bytes') });
    expect(await promotionRefusals()).toMatchObject([{ rule: 'not-staged' }]);
  });

  test('that shows less than what is required, and so nothing is recorded', async () => {
    const proof = await collectProof(staging.store, HUBS, keys);
    await production.publish('mfe-hubs', '1.1.0');
    const record = () => recordCopy(production.store, { by: 'anna', ...HUBS, proof });
    expect(await readRefusal(record)).toMatchObject({ rule: 'not-staged' });
    expect(await readCopies(production.store, 'mfe-hubs', '1.1.0')).toEqual([]);
  });

  test('without its releases it shows no time', async () => {
    await liveForADay();
    const proof = await collectProof(staging.store, HUBS, keys);
    const forged = since(() => ({ releases: Buffer.from(brotliCompressSync('[]')).toString('base64') }))(proof);
    expect(objectionTo(forged, HUBS, { keys: [...keys], hours: 24 })).toMatchObject({ rule: 'not-staged' });
  });
});
