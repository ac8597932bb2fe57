import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readStatus } from './read-status.ts';
import { SampleStore } from './testing.ts';
import { promoteAll, rollBack } from '../testing.ts';

let sample: SampleStore;

/** Release 2 has a canary of mfe-hubs, release 3 a new version of mfe-legal. */
beforeEach(async () => {
  sample = await SampleStore.make();
  for (const name of ['mfe-hubs', 'mfe-legal']) await sample.publish(name, '1.1.0');
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 });
  await promoteAll(sample.store, { 'mfe-legal': '1.1.0' });
});
afterEach(() => sample.remove());

async function entryOf(name: string, version: string): Promise<string> {
  const { entry } = await sample.store.readManifest(name, version);
  return `artifacts/${name}/${entry}`;
}
const incomplete = async () => (await readStatus(sample.store)).incomplete;

test('an incomplete part does not block the repair of another, which warns and names the remedy', async () => {
  await sample.lose(await entryOf('mfe-hubs', '1.1.0'));
  const { outcome, warnings } = await rollBack(sample.store, 'mfe-legal');
  expect(outcome).toBe('released');
  expect(warnings).toEqual([
    expect.stringMatching(
      /^Release 4 keeps mfe-hubs 1\.1\.0, which is incomplete, so web servers hold the release back .* is missing\. Restore it, or publish mfe-hubs again .* Or end its canary: npm run release -- rollback mfe-hubs /,
    ),
  ]);
  expect((await rollBack(sample.store, 'mfe-hubs')).warnings).toEqual([]);
});

test('the status lists incomplete versions of the live release, but not an incomplete fallback', async () => {
  expect(await incomplete()).toEqual([]);
  await sample.lose(await entryOf('mfe-legal', '1.0.0'));
  expect((await readStatus(sample.store)).parts).toContainEqual(expect.objectContaining({ fallback: '1.0.0' }));
  expect(await incomplete()).toEqual([]);
  await sample.write(await entryOf('mfe-legal', '1.1.0'), 'other bytes');
  expect(await incomplete()).toEqual([
    {
      name: 'mfe-legal',
      version: '1.1.0',
      problem: expect.stringMatching(/is damaged: .* Or roll it back: npm run release -- rollback mfe-legal /),
    },
  ]);
});
