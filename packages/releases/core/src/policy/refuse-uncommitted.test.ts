import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SampleStore } from '../operations/testing.ts';
import { promoteAll, publishRequiring } from '../testing.ts';

const source = { repository: null, commit: 'd'.repeat(40), clean: false };
const UNCOMMITTED = { 'mfe-hubs': '1.1.0' };
let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make();
  await sample.publish('mfe-hubs', '1.1.0', { provenance: { source } });
  await sample.publish('mfe-hubs', '1.2.0', { provenance: { source: null } });
});
afterEach(() => sample.remove());

test('a build with uncommitted changes needs --anyway, for a share, too', async () => {
  await publishRequiring(sample.store, {});
  const refusal = { rule: 'uncommitted-build', refusals: [{ sides: ['mfe-hubs 1.1.0', expect.any(String)] }] };
  await expect(promoteAll(sample.store, UNCOMMITTED)).rejects.toMatchObject(refusal);
  await expect(promoteAll(sample.store, UNCOMMITTED, { percent: 10 })).rejects.toMatchObject(refusal);
  expect(await promoteAll(sample.store, UNCOMMITTED, { anyway: true })).toMatchObject({ release: { number: 2 } });
});

test('a build outside git does not', async () => {
  await publishRequiring(sample.store, {});
  expect(await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' })).toMatchObject({ release: { number: 2 } });
});

test.each([
  ['where the access rules switch that off for the part', { 'mfe-hubs': { committed: false }, '*': {} }],
  ['where there are no access rules', undefined],
])('it does not %s', async (_, requires) => {
  if (requires) await publishRequiring(sample.store, requires);
  expect(await promoteAll(sample.store, UNCOMMITTED)).toMatchObject({ release: { number: 2 } });
});
