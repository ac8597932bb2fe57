import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ReleaseConflictError } from '../store/errors.ts';
import { applyRequest } from './apply-request.ts';
import { pruneStore } from './prune-store.ts';
import { proveRelease } from './prove-release.ts';
import { publishVersion } from './publish-version.ts';
import { readHistory } from './read-history.ts';
import { readStatus } from './read-status.ts';
import { SampleStore, WHO } from './testing.ts';
import { verifyStore } from './verify-store.ts';
import { endCanary, promoteAll, rollBack, yank } from '../testing.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let sample: SampleStore;

/** Release 1 has mfe-hubs 1.0.0; release 2 had 1.1.0, and is truncated. */
beforeEach(async () => {
  sample = await SampleStore.make();
  for (const version of ['1.1.0', '1.2.0']) await sample.publish('mfe-hubs', version);
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
  await truncate(2);
});
afterEach(() => sample.remove());

async function truncate(number: number): Promise<void> {
  const key = `releases/${String(number).padStart(6, '0')}.json`;
  await sample.write(key, (await sample.read(key)).slice(0, 100));
}
const live = async () => await sample.store.latestRelease();
const hubs = async () => (await live())?.remotes['mfe-hubs']?.version;

describe('a damaged newest release', () => {
  test('is skipped: the next release is based on the last good one, takes the next number, and warns', async () => {
    const result = await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' }, { expect: 1 });
    expect(result).toMatchObject({
      outcome: 'released',
      release: { number: 3 },
      changes: [
        { name: 'mfe-hubs', kind: 'live', from: '1.0.0', to: '1.2.0' },
        { name: 'mfe-hubs', kind: 'fallback', from: null, to: '1.0.0' },
      ],
      warnings: [expect.stringMatching(/Release 3 .*release 1\b.*release 2\b/)],
    });
    expect(await live()).toMatchObject({ number: 3, remotes: { 'mfe-hubs': { version: '1.2.0' } } });
    expect((await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' })).warnings).toEqual([]);
  });

  test('can be replaced by a release that changes nothing, so that web servers and tabs leave it', async () => {
    expect(
      await applyRequest(sample.store.dryRun(), {
        ...WHO,
        change: { action: 'rollback', name: 'mfe-hubs', to: '1.0.0' },
      }),
    ).toMatchObject({ changes: [], release: { number: 3 }, warnings: [expect.stringContaining('release 2')] });
    expect(await rollBack(sample.store, 'mfe-hubs', '1.0.0')).toMatchObject({
      outcome: 'released',
      release: { number: 3, action: 'rollback' },
      changes: [],
    });
    expect(await rollBack(sample.store, 'mfe-hubs', '1.0.0')).toMatchObject({ outcome: 'unchanged' });
  });

  test('does not block publishing or yanking', async () => {
    const folder = await sample.build('mfe-hubs', '1.3.0');
    expect(await publishVersion(sample.store, { folder })).toMatchObject({ result: 'published' });
    expect(await yank(sample.store, 'mfe-hubs', '1.2.0')).toMatchObject({ outcome: 'yanked' });
    expect((await live())?.number).toBe(1);
  });

  test('is reported by the status until the next release, and always by history and verification', async () => {
    expect(await readStatus(sample.store)).toMatchObject({ release: { number: 1 }, damaged: [{ number: 2 }] });
    expect(await readHistory(sample.store)).toMatchObject([{ number: 2, skippedBy: null }, { number: 1 }]);
    expect((await verifyStore(sample.store)).problems).toMatchObject([{ key: 'releases/000002.json', live: true }]);
    await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' });
    expect(await readStatus(sample.store)).toMatchObject({ release: { number: 3 }, damaged: [] });
    expect(await readHistory(sample.store)).toMatchObject([
      { number: 3 },
      { number: 2, state: 'damaged', skippedBy: 3 },
      { number: 1 },
    ]);
    await expect(proveRelease(sample.store, 2)).rejects.toMatchObject({ kind: 'damaged', skippedBy: 3 });
    const { problems, notices } = await verifyStore(sample.store);
    expect(problems).toEqual([]);
    expect(notices).toMatchObject([{ key: 'releases/000002.json' }]);
  });

  test('must not change once it was skipped: the next release has the hash of its bytes', async () => {
    await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' });
    await sample.write('releases/000002.json', '{"schema": 1, "number": 2');
    expect((await verifyStore(sample.store)).problems.map(({ key }) => key)).toContain('releases/000002.json');
  });

  test('hides no readable release that does not follow the one before it', async () => {
    const { previous, ...release } = (await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' })).release;
    await sample.plant('releases/000004.json', { ...release, number: 4, previous });
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    expect((await verifyStore(sample.store)).problems.map(({ key }) => key)).toEqual(['releases/000004.json']);
  });

  test('that is lost stands in the next one with its logged hash', async () => {
    await sample.lose('releases/000002.json');
    const { release } = await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' }, { expect: 1 });
    expect(release).toMatchObject({ number: 3, previous: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('can be one of several', async () => {
    await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' });
    await truncate(3);
    expect(await rollBack(sample.store, 'mfe-hubs', '1.1.0', { expect: 1 })).toMatchObject({
      release: { number: 4 },
      warnings: [expect.stringContaining('releases 2 to 3')],
    });
    expect((await verifyStore(sample.store)).problems).toEqual([]);
  });

  test('can leave no readable release: the next one starts over', async () => {
    await truncate(1);
    const started = promoteAll(sample.store, { shell: '1.0.0' }, { expect: 0 });
    expect(await started).toMatchObject({ release: { number: 3 } });
    expect((await verifyStore(sample.store)).problems).toEqual([]);
  });

  test('that another request skipped meanwhile causes a conflict', async () => {
    await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' }, { expect: 1 });
    const late = promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { expect: 1 });
    await expect(late).rejects.toThrow(ReleaseConflictError);
    await expect(late).rejects.toThrow('mfe-hubs 1.0.0 -> 1.2.0');
    expect(await hubs()).toBe('1.2.0');
  });

  test('is not skipped if a newer checkout wrote it in a later form, and a file that the log does not have changes nothing', async () => {
    const next = () => promoteAll(sample.store, { 'mfe-hubs': '1.2.0' });
    await sample.write('releases/20261121080000.json', '{}');
    await sample.plant('releases/000002.json', { schema: 2, number: 2 });
    await expect(next()).rejects.toMatchObject({ kind: 'newer', key: 'releases/000002.json' });
    await sample.write('releases/000002.json', '{');
    expect(await next()).toMatchObject({ release: { number: 3 } });
    expect(await sample.store.releaseNumbers()).toEqual([1, 2, 3]);
  });

  test('is not skipped if a newer checkout wrote something that this one does not know', async () => {
    const { release } = await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' });
    const key = 'releases/000003.json';
    const later = JSON.stringify(release).replaceAll('"skeleton":"table"', '"skeleton":"from tomorrow"');
    await sample.plant(key, JSON.parse(later));
    const newer = { kind: 'newer', key, message: expect.stringContaining('skeleton') };
    await expect(rollBack(sample.store, 'mfe-legal', '1.0.0')).rejects.toMatchObject(newer);
    await expect(
      applyRequest(sample.store.dryRun(), { ...WHO, change: { action: 'rollback', name: 'mfe-legal' } }),
    ).rejects.toMatchObject(newer);
    await expect(readStatus(sample.store)).rejects.toMatchObject(newer);
    const { problems } = await verifyStore(sample.store);
    expect(problems[0]).toMatchObject({ key: 'releases/000003.json', kind: 'newer', live: true });
    expect(await sample.store.releaseNumbers()).toEqual([1, 2, 3]);
    await sample.write(key, '');
    expect(await rollBack(sample.store, 'mfe-legal', '1.0.0')).toMatchObject({ release: { number: 4 } });
  });

  test('does not hide a missing release before it from a verification', async () => {
    await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' });
    await truncate(3);
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    await sample.lose('releases/000002.json');
    const { problems, notices } = await verifyStore(sample.store);
    expect(problems).toMatchObject([{ key: 'releases/000002.json', kind: 'missing' }]);
    expect(notices).toMatchObject([{ key: 'releases/000003.json' }]);
  });

  test('stops pruning only as long as its tabs may be open', async () => {
    const { release } = await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' });
    const after = (days: number) => new Date(Date.parse(release.createdAt) + days * DAY_MS);
    const prune = (days: number) => pruneStore(sample.store, { by: 'a test', now: after(days), dryRun: true });
    await expect(prune(29)).rejects.toMatchObject({ kind: 'damaged', key: 'releases/000002.json' });
    expect(await prune(31)).toMatchObject({ dryRun: true, removed: [] });
  });
});

describe('an incomplete version', () => {
  /** Release 2 has a canary of mfe-hubs, release 3 a new version of mfe-legal. */
  beforeEach(async () => {
    sample = await SampleStore.make();
    for (const name of ['mfe-hubs', 'mfe-legal']) await sample.publish(name, '1.1.0');
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 });
    await promoteAll(sample.store, { 'mfe-legal': '1.1.0' });
  });

  async function readEntry(name: string, version: string): Promise<string> {
    const { entry } = await sample.store.readManifest(name, version);
    return `artifacts/${name}/${entry}`;
  }
  const incomplete = async () => (await readStatus(sample.store)).incomplete;

  test('an incomplete part does not block the repair of another, which warns and names the remedy', async () => {
    await sample.lose(await readEntry('mfe-hubs', '1.1.0'));
    const { outcome, warnings } = await rollBack(sample.store, 'mfe-legal');
    expect(outcome).toBe('released');
    expect(warnings).toEqual([
      expect.stringMatching(/Release 4 .*mfe-hubs 1\.1\.0.*npm run release -- canary mfe-hubs end /),
    ]);
    expect((await endCanary(sample.store, 'mfe-hubs')).warnings).toEqual([]);
  });

  test('the status lists a version that cannot be read, with the problem', async () => {
    const records = ['artifacts/mfe-hubs/versions/1.0.0.json', 'yanked/mfe-hubs/1.1.0.json'];
    for (const key of records) await sample.plant(key, {});
    const [, part] = (await readStatus(sample.store)).parts;
    expect(part?.versions).toMatchObject([
      { version: '1.1.0', yank: null, problem: expect.stringContaining(records[1] ?? '') },
      { version: '1.0.0', builtAt: null, provenance: null, problem: expect.stringContaining(records[0] ?? '') },
    ]);
  });

  test('the status lists incomplete versions of the live release, but not an incomplete fallback', async () => {
    expect(await incomplete()).toEqual([]);
    await sample.lose(await readEntry('mfe-legal', '1.0.0'));
    expect((await readStatus(sample.store)).parts).toContainEqual(expect.objectContaining({ fallback: '1.0.0' }));
    expect(await incomplete()).toEqual([]);
    await sample.write(await readEntry('mfe-legal', '1.1.0'), 'other bytes');
    expect(await incomplete()).toEqual([
      {
        name: 'mfe-legal',
        version: '1.1.0',
        problem: expect.stringContaining('npm run release -- rollback mfe-legal '),
      },
    ]);
  });
});
