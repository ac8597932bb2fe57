import { recordGuardedParts } from '../store/guarded-parts.ts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { endCanary, promoteAll, recordSampleEvidence, publishRequiring } from '../testing.ts';
import { applyRequest } from './apply-request.ts';
import { readStatus } from './read-status.ts';
import { SampleStore, WHO } from './testing.ts';

const NAME = 'mfe-hubs';
const GUARD = { stages: [{ percent: 50, minutes: 30 }], isPromotion: true };
let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make();
  for (const version of ['1.1.0', '1.2.0']) await sample.publish(NAME, version);
  await sample.publish('mfe-legal', '1.1.0');
  await recordGuardedParts(sample.store, { '*': true });
});
afterEach(() => sample.remove());

const promote = (versions: Readonly<Record<string, string | null>>, options?: Parameters<typeof promoteAll>[2]) =>
  promoteAll(sample.store, versions, options);

test('a promotion gives half of the visitors the version for half an hour, and says what follows', async () => {
  const { release, warnings } = await promote({ [NAME]: '1.1.0' });
  expect(release).toMatchObject({
    action: 'promote',
    remotes: { [NAME]: { version: '1.0.0' } },
    canaries: { [NAME]: { version: '1.1.0', percent: 50, stagedPlan: GUARD } },
  });
  expect(warnings).toEqual([]);
  const at = Date.parse(release.canaries[NAME]?.stagedPlan?.at ?? '');
  const { parts } = await readStatus(sample.store);
  expect(parts.find(({ name }) => name === NAME)?.canary?.plan).toMatchObject({
    isPromotion: true,
    until: new Date(at + 30 * 60_000).toISOString(),
  });
});

test('promoted again meanwhile, everybody gets the version at once, whatever the rules have required since', async () => {
  await promote({ [NAME]: '1.1.0' });
  await publishRequiring(sample.store, { '*': { check: true } });
  const { release } = await promote({ [NAME]: '1.1.0' });
  expect(release).toMatchObject({ remotes: { [NAME]: { version: '1.1.0' } }, canaries: {} });
});

test('the live version, promoted meanwhile, ends it', async () => {
  await promote({ [NAME]: '1.1.0' });
  const { release } = await promote({ [NAME]: '1.0.0' });
  expect(release).toMatchObject({ remotes: { [NAME]: { version: '1.0.0' } }, canaries: {} });
});

test('another version takes its place, and has half an hour of its own', async () => {
  await promote({ [NAME]: '1.1.0' });
  const { release } = await promote({ [NAME]: '1.2.0' });
  expect(release.canaries).toMatchObject({ [NAME]: { version: '1.2.0', percent: 50, stagedPlan: GUARD } });
});

test('versions that are promoted together have the same visitors', async () => {
  const { release } = await promote({ [NAME]: '1.1.0', 'mfe-legal': '1.1.0' });
  const { [NAME]: hubs, 'mfe-legal': legal } = release.canaries;
  expect([hubs?.stagedPlan, legal?.stagedPlan]).toMatchObject([GUARD, GUARD]);
  expect(hubs?.bucketingKey).toBe(legal?.bucketingKey);
});

test.each([
  [10, 50],
  [80, 80],
])('the visitors of a canary of %s %% keep it, and its half hour begins', async (percent, kept) => {
  const { release: before } = await promote({ [NAME]: '1.1.0' }, { percent });
  const { release } = await promote({ [NAME]: '1.1.0' });
  const stagedPlan = { stages: [{ percent: kept, minutes: 30 }], isPromotion: true, at: release.createdAt };
  const bucketingKey = before.canaries[NAME]?.bucketingKey;
  expect(release.canaries).toMatchObject({ [NAME]: { version: '1.1.0', percent: kept, bucketingKey, stagedPlan } });
});

test('a share that a person sets ends it, and so does the end of its canary', async () => {
  await promote({ [NAME]: '1.1.0' });
  const { release } = await promote({ [NAME]: '1.1.0' }, { percent: 60 });
  expect(release.canaries[NAME]).not.toHaveProperty('stagedPlan');
  expect((await endCanary(sample.store, NAME)).release.canaries).toEqual({});
});

test('where three canaries run, everybody gets the version at once, and the answer says so', async () => {
  for (const name of ['mfe-devices', 'mfe-account', 'mfe-staff']) {
    await sample.publish(name, '1.0.0');
    await promote({ [name]: '1.0.0' }, { percent: 10 });
  }
  const change = { action: 'promote', versions: { [NAME]: '1.1.0' } } as const;
  expect(await applyRequest(sample.store.dryRun(), { ...WHO, change })).toMatchObject({
    warnings: [expect.any(String)],
  });
  const { release, warnings } = await promote({ [NAME]: '1.1.0' });
  expect(release.remotes[NAME]?.version).toBe('1.1.0');
  expect(warnings).toEqual([expect.stringContaining(NAME)]);
});

describe('is not for', () => {
  /** Which canaries run after a promotion. */
  const guards = async (versions: Readonly<Record<string, string | null>>, options?: { urgent: boolean }) =>
    (await promote(versions, options)).release.canaries;

  test('an urgent promotion', async () => {
    expect(await guards({ [NAME]: '1.1.0' }, { urgent: true })).toEqual({});
  });

  test('the first version of a part, nor what is promoted with it', async () => {
    await sample.publish('mfe-staff', '1.0.0');
    expect(await guards({ 'mfe-staff': '1.0.0', [NAME]: '1.1.0' })).toEqual({});
  });

  test('a part that is taken out, nor what is promoted with it', async () => {
    expect(await guards({ 'mfe-legal': null, [NAME]: '1.1.0' })).toEqual({});
  });

  test.each(['good', 'no-worse'] as const)('a version that evidence calls %s', async (verdict) => {
    await recordSampleEvidence(sample.store, NAME, '1.1.0', { verdict });
    expect(await guards({ [NAME]: '1.1.0' })).toEqual({});
  });

  test('a version that takes the place of one that failed', async () => {
    await recordSampleEvidence(sample.store, NAME, '1.0.0', { verdict: 'inconclusive', visits: 8, failed: 8 });
    expect(await guards({ [NAME]: '1.1.0' })).toEqual({});
  });

  test('a version that takes the place of a yanked one', async () => {
    await sample.store.createYank(NAME, '1.0.0', {
      schema: 1,
      at: new Date().toISOString(),
      by: 'anna',
      reason: 'bad',
    });
    expect(await guards({ [NAME]: '1.1.0' })).toEqual({});
  });

  test('a part that the watcher leaves alone', async () => {
    await recordGuardedParts(sample.store, { [NAME]: false, '*': true });
    expect(await guards({ [NAME]: '1.1.0' })).toEqual({});
  });

  test('a store without a watcher', async () => {
    await recordGuardedParts(sample.store, {});
    expect(await guards({ [NAME]: '1.1.0' })).toEqual({});
  });
});
