import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { previewChange } from './preview-change.ts';
import { promoteVersion } from './promote-version.ts';
import { readHistory } from './read-history.ts';
import { readStatus } from './read-status.ts';
import { rollBack } from './roll-back.ts';
import { SampleStore, WHO } from './testing.ts';
import { yankVersion } from './yank-version.ts';

const HUBS = { ...WHO, name: 'mfe-hubs' };
let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make();
  for (const version of ['1.1.0', '1.2.0']) await sample.publish('mfe-hubs', version);
});
afterEach(() => sample.remove());

const live = async () => (await sample.store.latestRelease())?.remotes['mfe-hubs'];

test('a canary leaves the live version as it is, grows, and becomes live for everybody', async () => {
  const { release, changes } = await promoteVersion(sample.store, { ...HUBS, version: '1.1.0', percent: 10 });
  expect(release).toMatchObject({
    number: 2,
    action: 'canary',
    remotes: { 'mfe-hubs': { version: '1.0.0' } },
    canaries: { 'mfe-hubs': { version: '1.1.0', percent: 10 } },
  });
  expect(changes).toEqual([{ name: 'mfe-hubs', kind: 'canary', from: null, to: '1.1.0', percent: 10 }]);
  const { release: grown } = await promoteVersion(sample.store, { ...HUBS, version: '1.1.0', percent: 50 });
  expect(grown.canaries['mfe-hubs']).toEqual({ ...release.canaries['mfe-hubs'], percent: 50 });
  const { release: full } = await promoteVersion(sample.store, { ...HUBS, version: '1.1.0' });
  expect(full).toMatchObject({ action: 'promote', canaries: {} });
  expect(full.remotes['mfe-hubs']).toMatchObject({ version: '1.1.0', fallback: { version: '1.0.0' } });
});

test('a rollback ends the canary that runs, and only then goes back to the version live before', async () => {
  await promoteVersion(sample.store, { ...HUBS, version: '1.1.0' });
  await promoteVersion(sample.store, { ...HUBS, version: '1.2.0', percent: 10 });
  const first = await rollBack(sample.store, HUBS);
  expect(first.changes).toEqual([{ name: 'mfe-hubs', kind: 'canary', from: '1.2.0', to: null, fromPercent: 10 }]);
  const second = await rollBack(sample.store, HUBS);
  expect(second.release).toMatchObject({
    number: 5,
    action: 'rollback',
    remotes: { 'mfe-hubs': { version: '1.0.0' } },
  });
});

test('rolling back twice goes back two versions, and the version that was left is no fallback', async () => {
  await promoteVersion(sample.store, { ...HUBS, version: '1.1.0' });
  await promoteVersion(sample.store, { ...HUBS, version: '1.2.0' });
  await rollBack(sample.store, HUBS);
  expect(await live()).toMatchObject({ version: '1.1.0', fallback: { version: '1.0.0' } });
  await rollBack(sample.store, HUBS);
  expect(await live()).toMatchObject({ version: '1.0.0', fallback: null });
  await expect(rollBack(sample.store, HUBS)).rejects.toMatchObject({ rule: 'nothing-before' });
});

test('yanking drops the version where it is a fallback, by a new release, and bars it for ever', async () => {
  await promoteVersion(sample.store, { ...HUBS, version: '1.1.0' });
  await promoteVersion(sample.store, { ...HUBS, version: '1.2.0' });
  const { outcome, release } = await yankVersion(sample.store, { ...HUBS, version: '1.1.0' });
  expect(outcome).toBe('yanked');
  expect(release).toMatchObject({ number: 4, action: 'yank' });
  expect(await live()).toMatchObject({ version: '1.2.0', fallback: { version: '1.0.0' } });
  await expect(promoteVersion(sample.store, { ...HUBS, version: '1.1.0' })).rejects.toMatchObject({
    rule: 'version-yanked',
  });
  expect((await yankVersion(sample.store, { ...HUBS, version: '1.1.0' })).outcome).toBe('unchanged');
});

test('a version that is live or on trial is not yanked', async () => {
  await promoteVersion(sample.store, { ...HUBS, version: '1.1.0', percent: 10 });
  for (const version of ['1.0.0', '1.1.0'])
    await expect(yankVersion(sample.store, { ...HUBS, version })).rejects.toMatchObject({
      rule: 'version-in-use',
      refusals: [{ wayOut: expect.stringContaining('rollback mfe-hubs') }],
    });
});

test('who expects another release is told what changed', async () => {
  await promoteVersion(sample.store, { ...HUBS, version: '1.1.0' });
  const order = promoteVersion(sample.store, { ...HUBS, version: '1.2.0', expect: 1 });
  await expect(order).rejects.toMatchObject({ name: 'ReleaseConflictError', live: { number: 2 } });
  await expect(order).rejects.toThrow('mfe-hubs 1.0.0 -> 1.1.0');
});

test('a preview says what would change, and writes nothing', async () => {
  const preview = await previewChange(sample.store, { act: 'promote', name: 'mfe-hubs', version: '1.1.0' });
  expect(preview).toMatchObject({ from: { number: 1 }, refusals: [] });
  expect(preview.changes).toEqual([
    { name: 'mfe-hubs', kind: 'live', from: '1.0.0', to: '1.1.0' },
    { name: 'mfe-hubs', kind: 'fallback', from: null, to: '1.0.0' },
  ]);
  expect(await sample.store.releaseNumbers()).toEqual([1]);
});

test('status and history tell who, when and what', async () => {
  await promoteVersion(sample.store, { ...HUBS, by: 'anna', version: '1.1.0' });
  await promoteVersion(sample.store, { ...HUBS, by: 'ben', version: '1.2.0', percent: 5 });
  const status = await readStatus(sample.store);
  expect(status.parts.map(({ name }) => name)).toEqual(['shell', 'mfe-hubs', 'mfe-legal']);
  expect(status.parts[1]).toMatchObject({
    live: { version: '1.1.0', since: { release: 2, by: 'anna' } },
    canary: { version: '1.2.0', percent: 5, since: { release: 3, by: 'ben' } },
    fallback: '1.0.0',
    versions: [
      { version: '1.2.0', state: 'canary' },
      { version: '1.1.0', state: 'live' },
      { version: '1.0.0', state: 'fallback' },
    ],
  });
  const history = await readHistory(sample.store, { limit: 2 });
  expect(history).toMatchObject([
    { number: 3, by: 'ben', action: 'canary' },
    { number: 2, by: 'anna', changes: [{ from: '1.0.0', to: '1.1.0' }, { kind: 'fallback' }] },
  ]);
});
