import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { planRequest } from '../operations/plan-request.ts';
import { describeChecks } from '../operations/describe-checks.ts';
import type { ReleaseRequest } from './release-request.ts';
import { SampleStore, WHO } from '../operations/testing.ts';
import { endCanary, promoteAll, recordSampleCheck, publishRequiring, rollBack } from '../testing.ts';

let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make();
  await sample.publish('mfe-hubs', '1.1.0');
  await publishRequiring(sample.store, { 'mfe-hubs': { check: true }, shell: { check: true } });
});
afterEach(() => sample.remove());

const record = (version: string, seen?: readonly string[]) =>
  recordSampleCheck(sample.store, 'mfe-hubs', version, seen);

const promotion = (versions: Readonly<Record<string, string>>, percent?: number): ReleaseRequest => ({
  ...WHO,
  change: { action: 'promote', versions, percent },
});
const readRefusals = async (versions: Readonly<Record<string, string>>, percent?: number) =>
  (await planRequest(sample.store, await sample.store.latestRelease(), promotion(versions, percent))).refusals;

const HUBS = { 'mfe-hubs': '1.1.0' };

test('a version that has to be checked and was not is refused, for a share, too', async () => {
  const refusal = {
    rule: 'not-checked',
    problem: 'mfe-hubs 1.1.0 has to be checked, and was not.',
    remedy: expect.stringContaining('npm run release -- check mfe-hubs@1.1.0'),
  };
  expect(await readRefusals(HUBS)).toMatchObject([refusal]);
  expect(await readRefusals(HUBS, 10)).toMatchObject([refusal]);
});

test('a check that found fault does not, until a newer one passes', async () => {
  await record('1.1.0', ['It has no heading.']);
  expect(await readRefusals(HUBS)).toMatchObject([
    { problem: expect.stringMatching(/\/hubs\b.* anna .*2026-11-23 07:12 UTC/) },
  ]);
  await record('1.1.0');
  expect(await readRefusals(HUBS)).toEqual([]);
});

test('a check stays good while other remotes change, and not when the shell does', async () => {
  await record('1.1.0');
  await sample.publish('mfe-legal', '2.0.0');
  await promoteAll(sample.store, { 'mfe-legal': '2.0.0' });
  expect(await readRefusals(HUBS)).toEqual([]);
  await sample.publish('shell', '2.0.0');
  await publishRequiring(sample.store, { 'mfe-hubs': { check: true } });
  await promoteAll(sample.store, { shell: '2.0.0' }, { percent: 10 });
  expect(await readRefusals(HUBS)).toMatchObject([{ problem: expect.stringContaining('not in shell 2.0.0') }]);
  await promoteAll(sample.store, { shell: '2.0.0' });
  await record('1.1.0');
  expect(await readRefusals(HUBS)).toEqual([]);
});

test('a version of the shell has to be checked with each remote that visitors would get', async () => {
  await sample.publish('shell', '2.0.0');
  await sample.publish('mfe-legal', '2.0.0');
  await recordSampleCheck(sample.store, 'shell', '2.0.0');
  expect(await readRefusals({ shell: '2.0.0' })).toEqual([]);
  await promoteAll(sample.store, { 'mfe-legal': '2.0.0' });
  expect(await readRefusals({ shell: '2.0.0' })).toMatchObject([
    { problem: expect.stringContaining('not with mfe-legal 2.0.0') },
  ]);
});

test('versions that go live together are checked together', async () => {
  await sample.publish('shell', '2.0.0');
  const refusal = { rule: 'not-checked', remedy: expect.stringContaining('check shell@2.0.0 mfe-hubs@1.1.0') };
  expect(await readRefusals({ shell: '2.0.0', ...HUBS })).toMatchObject([refusal, refusal]);
});

test('neither a rollback nor a larger share of a running canary needs a check', async () => {
  await publishRequiring(sample.store, {});
  await promoteAll(sample.store, HUBS);
  await promoteAll(sample.store, { 'mfe-hubs': '1.0.0' });
  await promoteAll(sample.store, HUBS, { percent: 10 });
  await publishRequiring(sample.store, { '*': { check: true } });
  expect(await readRefusals(HUBS, 50)).toEqual([]);
  await endCanary(sample.store, 'mfe-hubs');
  expect((await rollBack(sample.store, 'mfe-hubs', '1.1.0')).release.remotes['mfe-hubs']?.version).toBe('1.1.0');
});

test('a canary that everybody is to get needs a check, however it began', async () => {
  await publishRequiring(sample.store, {});
  await promoteAll(sample.store, HUBS, { percent: 10 });
  await publishRequiring(sample.store, { '*': { check: true } });
  expect(await readRefusals(HUBS)).toMatchObject([{ rule: 'not-checked' }]);
});

test('before a promotion, it is said what checks found, whether one is required or not', async () => {
  await publishRequiring(sample.store, {});
  const saying = async () => {
    const live = await sample.store.latestRelease();
    const { release } = await planRequest(sample.store, live, promotion(HUBS));
    return release && describeChecks(sample.store, live, release, { action: 'promote', versions: HUBS });
  };
  expect(await saying()).toEqual([expect.stringContaining('npm run release -- check mfe-hubs@1.1.0')]);
  await record('1.1.0');
  expect(await saying()).toEqual([
    expect.stringMatching(/^mfe-hubs 1\.1\.0 .*2026-11-23 07:12 UTC by anna.*shell 1\.0\.0.*release 1/),
  ]);
});
