import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SampleStore } from '../operations/testing.ts';
import { askRelease, runRelease } from './testing.ts';

let sample: SampleStore;
let store: readonly string[];

beforeEach(async () => {
  sample = await SampleStore.make('folder');
  store = ['--store', join(sample.folder, 'store')];
  await sample.publish('mfe-hubs', '1.1.0', {
    contents: { 'entry.js': 'mfe-hubs 1.1.0', 'more.js': 'x'.repeat(3000) },
    provenance: { source: { repository: 'https://git.example.com/portal.git', commit: 'd'.repeat(40), clean: true } },
    declaration: { texts: { title: { en: 'Hubs', de: 'Hubs', fr: 'Hubs', nl: 'Hubs' } } },
  });
});
afterEach(() => sample.remove());

test('diff tells what changed between two versions', async () => {
  const { code, stdout } = await runRelease(['diff', 'mfe-hubs@1.0.0', 'mfe-hubs@1.1.0', ...store]);
  expect(code).toBe(0);
  const [from, to] = ['c'.repeat(40), 'd'.repeat(40)];
  expect(stdout.split('\n').slice(0, 9)).toEqual([
    'mfe-hubs 1.0.0 -> 1.1.0',
    `Commits: ${from}..${to}`,
    '  of https://git.example.com/portal.git',
    `  git log ${from}..${to} -- mfe-hubs packages`,
    'Files: 2 differ, 0 are the same; 1 KiB -> 3 KiB uncompressed',
    '  entry.js  +0 KiB  1 KiB',
    '  more.js   new     3 KiB',
    'Texts of the declaration:',
    '  title: de: Title of mfe-hubs (de) -> Hubs',
  ]);
});

test('diff of two versions with the same declaration says so', async () => {
  await sample.publish('mfe-legal', '1.1.0');
  const { stdout } = await runRelease(['diff', 'mfe-legal@1.0.0', 'mfe-legal@1.1.0', ...store]);
  expect(stdout).toContain(
    'Routes, header, footer, texts of the declaration, contract and shared modules are the same.',
  );
});

test('diff --json prints the comparison as data', async () => {
  expect(await askRelease(['diff', 'mfe-hubs@1.1.0', 'mfe-hubs@1.0.0', ...store])).toMatchObject({
    code: 0,
    name: 'mfe-hubs',
    from: '1.1.0',
    to: '1.0.0',
    files: [{ file: 'entry.js' }, { file: 'more.js', before: 3000, after: null }],
  });
});

test.each([
  [[], 'diff needs two versions of a part'],
  [['mfe-hubs@1.0.0'], 'diff needs two versions of a part'],
  [['mfe-hubs@1.0.0', 'mfe-legal@1.0.0'], 'diff compares two versions of one part'],
  [['mfe-hubs@1.0.0', 'mfe-hubs@9.0.0'], 'mfe-hubs 9.0.0 is not published. Its versions: npm run release -- status'],
])('diff %j is refused', async (words, message) => {
  const { code, stderr } = await runRelease(['diff', ...words, ...store]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
