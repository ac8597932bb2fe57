import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SampleStore } from '../operations/testing.ts';
import { markKnownGood, promoteAll, recordSampleCheck } from '../testing.ts';
import { askRelease, runRelease } from './testing.ts';

let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make('folder');
});
afterEach(() => sample.remove());

const inStore = () => ['--store', join(sample.folder, 'store')];
const release = (...args: readonly string[]) => runRelease([...args, ...inStore()]);

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

test('status says where a part goes back to, and why; the answer of the rollback repeats it', async () => {
  await markKnownGood(sample.store, 'mfe-hubs', '1.0.0');
  for (const version of ['1.2.0', '1.3.0']) {
    await sample.publish('mfe-hubs', version);
    await promoteAll(sample.store, { 'mfe-hubs': version });
  }
  const reason =
    'mfe-hubs goes back to 1.0.0: known good since 2026-11-01 03:12 UTC, 5,120 visits, 0.2 % failed. Later, but not known good: 1.2.0.';
  expect((await release('status')).stdout).toContain(reason);
  const chosen = { kind: 'version', version: '1.0.0', knownGood: { visits: 5120 }, passedOver: [{ version: '1.2.0' }] };
  expect((await release('status', 'mfe-hubs')).stdout).toMatch(
    /^ {2}1\.0\.0 .*; known good since 2026-11-01 03:12 UTC/m,
  );
  expect((await release('status', 'mfe-legal')).stdout).toContain(
    'mfe-legal cannot go back: no version of mfe-legal that could return was live before 1.0.0.',
  );
  const status = await askRelease(['status', 'mfe-hubs', ...inStore()]);
  expect(status).toMatchObject({ parts: [{ goesBack: chosen }] });
  const answer = await askRelease(['rollback', 'mfe-hubs', '--reason', 'to try', ...inStore()]);
  expect(answer).toMatchObject({ release: { remotes: { 'mfe-hubs': { version: '1.0.0' } } }, goesBack: chosen });
  await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' });
  expect((await release('rollback', 'mfe-hubs', '--reason', 'to try')).stdout).toContain(
    'mfe-hubs goes back to 1.0.0: known good since',
  );
});

test('status names the draw of a canary, by which a visitor’s cookie chooses it', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10, by: 'anna' });
  expect((await release('status')).stdout).toMatch(/^ {2}mfe-hubs .* 1\.1\.0 for 10 %, draw mfe-hubs-2 \(.*, anna\)/m);
});

test('status says whether a version was checked, by whom, and what was wrong', async () => {
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) await sample.publish('mfe-hubs', version);
  await recordSampleCheck(sample.store, 'mfe-hubs', '1.1.0');
  await recordSampleCheck(sample.store, 'mfe-hubs', '1.2.0', ['It has no heading.']);
  const of = async (word: string) => (await release('status', word)).stdout;
  const where = '2026-11-23 07:12 UTC by anna, in shell 1.0.0 on top of release 1';
  expect(await of('mfe-hubs@1.1.0')).toContain(`${where}: 1 page works\n`);
  expect(await of('mfe-hubs@1.2.0')).toContain(`${where}: 1 of 1 page fails: /hubs\n`);
  expect(await of('mfe-hubs@1.2.0')).toContain('/hubs, owner, without canaries\n    It has no heading.');
  expect(await of('mfe-hubs@1.3.0')).toContain('not yet: npm run release -- check mfe-hubs@1.3.0');
  expect(await of('mfe-hubs')).toContain('checked: 1 of 1 page fails: /hubs');
});
