import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SOURCE_MAPS_FILE } from '@portal/contract/artifact';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { publishAhead } from '../testing.ts';
import { pruneStore } from './prune-store.ts';
import { SampleStore } from './testing.ts';
import { verifyStore } from './verify-store.ts';

const MAPS = { sourceMaps: { 'entry.js': { version: 3, sources: [], names: [], mappings: '' } } };
let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make();
});
afterEach(() => sample.remove());

const stored = async () => [...(await sample.store.driver.list('artifacts/mfe-hubs/source-maps/'))].sort();

test('publishing the same bytes again restores lost source maps', async () => {
  const folder = await sample.build('mfe-hubs', '1.1.0', MAPS);
  await publishAhead(sample.store, folder);
  const [key = ''] = await stored();
  await sample.lose(key);
  expect(await verifyStore(sample.store)).toMatchObject({ problems: [{ key, kind: 'missing', live: false }] });
  expect((await publishAhead(sample.store, folder)).result).toBe('unchanged');
  expect(await verifyStore(sample.store)).toMatchObject({ problems: [] });
});

test('source maps that are missing, altered or not listed are refused', async () => {
  const folder = await sample.build('mfe-hubs', '1.1.0', MAPS);
  await writeFile(join(folder, SOURCE_MAPS_FILE), 'altered');
  await expect(publishAhead(sample.store, folder)).rejects.toMatchObject({ rule: 'file-differs' });
  await rm(join(folder, SOURCE_MAPS_FILE));
  await expect(publishAhead(sample.store, folder)).rejects.toMatchObject({ rule: 'file-missing' });
  const plain = await sample.build('mfe-hubs', '1.2.0');
  await writeFile(join(plain, SOURCE_MAPS_FILE), 'not listed');
  await expect(publishAhead(sample.store, plain)).rejects.toMatchObject({ rule: 'file-unlisted' });
  expect(await stored()).toEqual([]);
});

test('a prune removes the source maps of a version, and those that an interrupted prune has left', async () => {
  for (let minor = 1; minor <= 12; minor += 1)
    await sample.publish('mfe-hubs', `1.${String(minor)}.0`, { ...MAPS, contents: { 'entry.js': String(minor) } });
  const [first = ''] = await stored();
  const bytes = (await sample.store.driver.get(first)) ?? new Uint8Array();
  const prune = () => pruneStore(sample.store, { by: 'a test', now: new Date('2030-01-01'), dryRun: false });
  await prune();
  expect(await stored()).toHaveLength(10);
  await sample.store.driver.create('artifacts/mfe-hubs/source-maps/1.1.0.0123456789abcdef.zip', bytes);
  await sample.store.driver.create(first, bytes);
  expect((await prune()).removed).toMatchObject([{ name: 'mfe-hubs' }]);
  expect(await sample.store.driver.get(first)).toBeUndefined();
  expect(await verifyStore(sample.store)).toMatchObject({
    notices: [{ key: 'artifacts/mfe-hubs/source-maps/1.1.0.0123456789abcdef.zip' }],
  });
});
