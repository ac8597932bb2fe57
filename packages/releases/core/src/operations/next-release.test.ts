import type { Release } from '../format/release.ts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { endCanary, promoteAll } from '../testing.ts';
import { SampleStore } from './testing.ts';

const REMOTES = ['mfe-a', 'mfe-b', 'mfe-c', 'mfe-d', 'mfe-e'];
let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make();
  for (const name of REMOTES) for (const version of ['1.0.0', '2.0.0', '3.0.0']) await publish(name, version);
});
afterEach(() => sample.remove());

async function publish(name: string, version: string): Promise<void> {
  await sample.publish(name, version, {
    declaration: {
      routes: [{ path: `/${name}`, title: 'title', access: 'open', page: 'main', skeleton: 'table', reads: [] }],
    },
  });
}

const canary = async (percent: number, versions: Readonly<Record<string, string>>) =>
  (await promoteAll(sample.store, versions, { percent })).release;

const getBucketingKeys = ({ canaries }: Release) =>
  Object.fromEntries(Object.entries(canaries).map(([name, { bucketingKey }]) => [name, bucketingKey]));

describe('the bucketing key of a canary', () => {
  test('is its own, and kept while the version is given to another share', async () => {
    expect(getBucketingKeys(await canary(10, { 'mfe-a': '2.0.0' }))).toEqual({ 'mfe-a': 'mfe-a-2' });
    expect(getBucketingKeys(await canary(20, { 'mfe-b': '2.0.0' }))).toEqual({
      'mfe-a': 'mfe-a-2',
      'mfe-b': 'mfe-b-3',
    });
    expect(getBucketingKeys(await canary(50, { 'mfe-a': '2.0.0' }))).toEqual({
      'mfe-a': 'mfe-a-2',
      'mfe-b': 'mfe-b-3',
    });
    const { release } = await promoteAll(sample.store, { 'mfe-c': '2.0.0' });
    expect(getBucketingKeys(release)).toEqual({ 'mfe-a': 'mfe-a-2', 'mfe-b': 'mfe-b-3' });
  });

  test('is a new one for another version', async () => {
    await canary(10, { 'mfe-a': '2.0.0' });
    expect(getBucketingKeys(await canary(10, { 'mfe-a': '3.0.0' }))).toEqual({ 'mfe-a': 'mfe-a-3' });
  });

  test('is that of all parts promoted together, because they may fit only together', async () => {
    const both = { 'mfe-a': 'mfe-b-2', 'mfe-b': 'mfe-b-2' };
    expect(getBucketingKeys(await canary(10, { 'mfe-b': '2.0.0', 'mfe-a': '2.0.0' }))).toEqual(both);
    expect(getBucketingKeys(await canary(50, { 'mfe-a': '2.0.0', 'mfe-b': '2.0.0' }))).toEqual(both);
    // A newer version joins the one that it was asked for with.
    expect(getBucketingKeys(await canary(50, { 'mfe-a': '3.0.0', 'mfe-b': '2.0.0' }))).toEqual(both);
  });

  test('stays different where parts with different bucketing keys are asked for together', async () => {
    await canary(10, { 'mfe-a': '2.0.0' });
    await canary(10, { 'mfe-b': '2.0.0' });
    expect(getBucketingKeys(await canary(20, { 'mfe-a': '2.0.0', 'mfe-b': '2.0.0', 'mfe-c': '2.0.0' }))).toEqual({
      'mfe-a': 'mfe-a-2',
      'mfe-b': 'mfe-b-3',
      'mfe-c': 'mfe-c-4',
    });
  });
});

describe('canaries at the same time', () => {
  test('are three at most: the refusal of a fourth names those that run', async () => {
    await canary(10, { 'mfe-a': '2.0.0' });
    await canary(20, { 'mfe-b': '2.0.0', 'mfe-c': '2.0.0' });
    await canary(30, { 'mfe-d': '2.0.0' });
    await expect(canary(5, { 'mfe-e': '2.0.0' })).rejects.toMatchObject({
      refusals: [
        {
          rule: 'too-many-canaries',
          sides: ['mfe-e 2.0.0', 'the running canaries'],
          problem: expect.stringContaining(
            'mfe-a 2.0.0 (10 %), mfe-b 2.0.0 (20 %) with mfe-c 2.0.0 (20 %), mfe-d 2.0.0 (30 %)',
          ),
        },
      ],
    });
    // One of the three may grow, get another version and end; then another one may begin.
    await canary(50, { 'mfe-a': '2.0.0' });
    await canary(5, { 'mfe-a': '3.0.0' });
    await endCanary(sample.store, 'mfe-a');
    expect(getBucketingKeys(await canary(5, { 'mfe-e': '2.0.0' }))).toMatchObject({ 'mfe-e': 'mfe-e-8' });
  });

  test('have at most 16 combinations of versions', async () => {
    await canary(10, { 'mfe-a': '2.0.0', 'mfe-b': '2.0.0', 'mfe-c': '2.0.0' });
    await canary(20, { 'mfe-a': '2.0.0' });
    await canary(30, { 'mfe-b': '2.0.0' });
    await canary(10, { 'mfe-d': '2.0.0' });
    await canary(10, { 'mfe-e': '2.0.0' });
    const release = await canary(40, { 'mfe-e': '2.0.0' });
    await sample.publish('shell', '1.1.0');
    expect(getBucketingKeys(release)).toEqual({
      'mfe-a': 'mfe-a-2',
      'mfe-b': 'mfe-a-2',
      'mfe-c': 'mfe-a-2',
      'mfe-d': 'mfe-d-5',
      'mfe-e': 'mfe-e-6',
    });
    const joined = canary(50, { shell: '1.1.0', 'mfe-d': '2.0.0' });
    expect(getBucketingKeys(await joined)).toMatchObject({ shell: 'mfe-d-5' });
    await expect(canary(60, { shell: '1.1.0' })).rejects.toMatchObject({
      refusals: [
        {
          rule: 'too-many-canaries',
          sides: ['shell 1.1.0', 'the running canaries'],
          problem: expect.stringContaining('24 combinations'),
        },
      ],
    });
  });
});
