import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SampleStore } from '../operations/testing.ts';
import { runRelease } from './testing.ts';

let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make('folder');
});
afterEach(() => sample.remove());

const release = (...args: readonly string[]) => runRelease([...args, '--store', join(sample.folder, 'store')]);

test('publish and status say where a version comes from', async () => {
  const folder = await sample.build('mfe-hubs', '1.1.0');
  expect((await release('publish', folder)).stdout).toContain('is published. Source: commit cccccccccccc.');
  const source = { repository: null, commit: 'd'.repeat(40), clean: false };
  await sample.publish('mfe-hubs', '1.2.0', { provenance: { source } });
  await sample.publish('mfe-hubs', '1.3.0', { provenance: { source: null } });
  const { stdout } = await release('status', 'mfe-hubs');
  expect(stdout).toMatch(/1\.1\.0 +published +commit cccccccccccc +2025-01-01/);
  expect(stdout).toMatch(/1\.2\.0 +published +commit dddddddddddd, with uncommitted changes +2025-01-01/);
  expect(stdout).toMatch(/1\.3\.0 +published +outside git +2025-01-01/);
  const one = (await release('status', 'mfe-hubs@1.1.0')).stdout;
  expect(one).toMatch(/^ {2}Repository +https:\/\/git\.example\.com\/portal\.git$/m);
  expect(one).toMatch(/^ {2}Commit +c{40}$/m);
  expect(one).toMatch(/^ {2}@rspack\/core +2\.0\.0$/m);
});
