import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { IS_FULL_RUN } from '@portal/node-kit/testing/inputs';
import { newKey, readSigner } from '../release-log/signed-note.ts';
import { SampleStore } from '../operations/testing.ts';
import { promoteAll } from '../testing.ts';
import { runRelease } from './testing.ts';

let sample: SampleStore;
const WHY = ['--reason', 'to try', '--by', 'anna'] as const;
const file = (name: string) => join(sample.folder, name);

beforeEach(async () => {
  sample = await SampleStore.make('folder');
  jest.replaceProperty(process, 'env', { ...process.env, PORTAL_STATE: sample.folder });
  await sample.publish('mfe-hubs', '1.1.0');
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
  await sample.publish('mfe-legal', '1.1.0');
  await promoteAll(sample.store, { 'mfe-legal': '1.1.0' }, { percent: 10 });
  await sample.build('mfe-hubs', '1.2.0');
  await writeFile(file('access.json'), JSON.stringify({ issuers: [], rules: [] }));
});
afterEach(() => sample.remove());

/** Every file beside and in the store, with its bytes. */
async function everything(): Promise<readonly string[]> {
  const entries = await readdir(sample.folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const hashes = files.map(
    async (path) =>
      `${path} ${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}`,
  );
  return (await Promise.all(hashes)).sort();
}

const OTHER_KEY = readSigner(newKey()).vkey;

/** The exit code of a command, with and without `--dry-run`; the first ones are tried in every lane. */
const COMMANDS: readonly (readonly [code: number, words: readonly string[]])[] = [
  [0, ['promote', 'shell@1.0.0', '--urgent', ...WHY]],
  [0, ['publish', 'mfe-hubs-1.2.0']],
  [3, ['promote', 'mfe-hubs@9.9.9', ...WHY]],
  [4, ['promote', 'mfe-hubs@1.0.0', '--expect', '1', ...WHY]],
  [2, ['promote', 'mfe-hubs@1.0.0']],
  [0, ['canary', 'mfe-hubs@1.0.0', '20%', ...WHY]],
  [0, ['canary', 'mfe-legal', 'end', ...WHY]],
  [0, ['rollback', 'mfe-hubs', ...WHY]],
  [0, ['yank', 'mfe-hubs@1.0.0', ...WHY]],
  [3, ['yank', 'mfe-hubs@1.1.0', ...WHY]],
  [3, ['publish', 'mfe-hubs-1.1.0']],
  [0, ['store', 'prune']],
  [0, ['store', 'backup', '--to', 'backup']],
  [0, ['store', 'copy', 'mfe-hubs@1.1.0', '--from', 'store', '--to', 'production', '--by', 'anna']],
  [0, ['store', 'keys', 'add', OTHER_KEY, ...WHY]],
  [5, ['store', 'keys', 'retire', OTHER_KEY, ...WHY]],
  [0, ['access', 'configure', 'access.json', ...WHY]],
];

test.each(COMMANDS.slice(0, IS_FULL_RUN ? undefined : 3))(
  '--dry-run ends with %d as %j does, says what would happen, and writes nothing',
  async (code, words) => {
    if (words[1] === 'prune')
      for (let patch = 1; patch <= 10; patch += 1) await sample.publish('mfe-legal', `1.0.${String(patch)}`);
    await sample.build('mfe-hubs', '1.1.0', { contents: { 'entry.js': 'other bytes' } });
    await runRelease(['status', '--store', file('store')]);
    const places = new Set(['mfe-hubs-1.1.0', 'mfe-hubs-1.2.0', 'store', 'production', 'backup', 'access.json']);
    const named = words.map((word, index) =>
      (index > 1 || words[0] === 'publish') && places.has(word) ? file(word) : word,
    );
    const args = words[1] === 'copy' ? named : [...named, '--store', file('store')];
    const before = await everything();
    const dry = await runRelease([...args, '--dry-run']);
    expect(await everything()).toEqual(before);
    const json = JSON.parse((await runRelease([...args, '--dry-run', '--json'])).stdout) as object;
    expect(await everything()).toEqual(before);
    const real = await runRelease(args);
    expect([dry.code, real.code]).toEqual([code, code]);
    expect(json).toMatchObject({ code });
    expect(dry.stderr).toBe(real.stderr);
    if (code !== 0) return;
    expect(json).toMatchObject({ dryRun: true });
    expect(dry.stdout).toContain('would');
    const [first = ''] = real.stdout.split('\n');
    const plain = (text: string) =>
      text
        .replaceAll(/would be (live|yanked|published|copied|removed|signed)/g, (_, done: string) => `is ${done}`)
        .replaceAll('is removed', 'removed');
    expect(
      plain(dry.stdout).replaceAll('would have', 'has').replaceAll('would count', 'counts now').split('\n'),
    ).toContain(first);
  },
);

test('the first publication of all makes neither a store nor a key in a dry run', async () => {
  const folder = await sample.build('shell', '2.0.0');
  jest.replaceProperty(process, 'env', { ...process.env, PORTAL_STATE: file('machine') });
  const args = ['publish', folder, '--ahead', '--store', file('machine/store')];
  const before = await everything();
  expect(await runRelease([...args, '--dry-run'])).toMatchObject({ code: 0, stderr: '' });
  expect(await everything()).toEqual(before);
  expect(await runRelease(args)).toMatchObject({ code: 0 });
});
