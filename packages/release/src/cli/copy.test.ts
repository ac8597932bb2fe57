import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SampleStore } from '../operations/testing.ts';
import { promoteAll } from '../testing.ts';
import { runRelease } from './testing.ts';

let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make('folder');
  await sample.publish('mfe-hubs', '1.1.0');
});
afterEach(() => sample.remove());

/** From the sample store to another one beside it. */
const copy = (...words: readonly string[]) => {
  const [from, to] = [join(sample.folder, 'store'), join(sample.folder, 'production')];
  return runRelease(['copy', '--from', from, '--to', to, ...words, '--store', from]);
};

test('copy says what the log of the other store shows, and that copying again changes nothing', async () => {
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
  const { code, stdout } = await copy('mfe-hubs@1.1.0', '--by', 'anna');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^mfe-hubs 1\.1\.0 is copied to .*\/production\.$/m);
  expect(stdout).toMatch(/^The log ebike-portal\/\w+ shows that it was live there for 0\.0 hours, from 20/m);
  expect((await copy('mfe-hubs@1.1.0')).stdout).toMatch(/production has mfe-hubs 1\.1\.0 with its proof already\.$/m);
  const { stdout: json } = await copy('mfe-hubs@1.1.0', '--json');
  expect(JSON.parse(json)).toMatchObject({ code: 0, outcome: 'unchanged', wasCanary: false });
  const status = await runRelease(['status', 'mfe-hubs@1.1.0', '--store', join(sample.folder, 'production')]);
  expect(status.stdout).toMatch(/Copied +20.* by anna, from the log ebike-portal\/\w+, live there for 0\.0 hours/);
});

test.each([
  [[], 'copy needs a PART@VERSION'],
  [['mfe-hub@1.1.0'], 'Did you mean mfe-hubs?'],
])('copy refuses %j and says why', async (words, message) => {
  const { code, stderr } = await copy(...words);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test('copy refuses what is not published, and a missing address', async () => {
  expect(await copy('mfe-hubs@9.9.9')).toMatchObject({ code: 3 });
  const { stderr } = await runRelease(['copy', 'mfe-hubs@1.1.0', '--to', sample.folder]);
  expect(stderr).toContain('copy needs --from: a folder, s3://BUCKET/PREFIX, or the address of a release service.');
});
