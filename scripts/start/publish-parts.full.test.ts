import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderStore } from '@portal/release/store';
import { promoteAll, publishAhead, rollBack, writeBuild, yank } from '@portal/release/testing';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { publishParts as publishInto } from './publish-parts.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'publish-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Makes a build of a part. @returns its folder. */
async function built(name: string, version: string, code = `"${name} ${version}"`): Promise<string> {
  const dist = join(folder, `${name}-${version}-${code.length}`);
  const shellOnly = name === 'shell' ? { 'frame.json': '{}' } : {};
  await writeBuild(dist, { name, version, contents: { 'entry.js': code, 'main.js': code, ...shellOnly } });
  return dist;
}

const MANAGER = { by: 'manager@example.com', reason: 'Hubs do not load' };
const store = (): string => join(folder, 'store');
const publishParts = (folders: readonly string[]) =>
  publishInto({ storeFolder: store(), recordFile: join(folder, 'promoted.json'), folders });

test('the first start creates release 1 with all parts', async () => {
  const { release, outcome } = await publishParts([await built('shell', '1.0.0'), await built('mfe-hubs', '1.0.0')]);
  expect(outcome).toBe('released');
  expect(release).toMatchObject({
    number: 1,
    shell: { version: '1.0.0' },
    remotes: { 'mfe-hubs': { version: '1.0.0' } },
  });
});

test('a start with the same builds creates no release', async () => {
  const folders = [await built('shell', '1.0.0'), await built('mfe-hubs', '1.0.0')];
  await publishParts(folders);
  expect(await publishParts(folders)).toMatchObject({ outcome: 'unchanged', release: { number: 1 } });
});

test('a changed part creates a new release, and a removed part is left out of it', async () => {
  const shell = await built('shell', '1.0.0');
  await publishParts([shell, await built('mfe-hubs', '1.0.0'), await built('mfe-legal', '1.0.0')]);
  await publishParts([shell, await built('mfe-hubs', '1.0.0-local.1a2b3c4d')]);
  const live = await openFolderStore(store(), { state: folder }).latestRelease();
  expect(live?.number).toBe(2);
  expect(Object.entries(live?.remotes ?? {}).map(([name, { version }]) => [name, version])).toEqual([
    ['mfe-hubs', '1.0.0-local.1a2b3c4d'],
  ]);
});

test('a record of promotions that is damaged is named, and left as it is', async () => {
  const folders = [await built('shell', '1.0.0')];
  await writeFile(join(folder, 'promoted.json'), '{"shell":1}');
  await expect(publishParts(folders)).rejects.toThrow('promoted.json');
  expect(await readFile(join(folder, 'promoted.json'), 'utf8')).toBe('{"shell":1}');
});

/** Two starts, with a first and a second build of mfe-hubs. */
async function startedTwice(): Promise<{ shell: string; second: string }> {
  const [shell, first, second] = [
    await built('shell', '1.0.0'),
    await built('mfe-hubs', '1.0.0-local.a'),
    await built('mfe-hubs', '1.0.0-local.b'),
  ];
  await publishParts([shell, first]);
  await publishParts([shell, second]);
  return { shell, second };
}

const liveHubs = async () =>
  (await openFolderStore(store(), { state: folder }).latestRelease())?.remotes['mfe-hubs']?.version;

test('a rollback is kept by a start of the same sources, which reports it with a remedy', async () => {
  const { shell, second } = await startedTwice();
  await rollBack(openFolderStore(store(), { state: folder }), 'mfe-hubs', undefined, MANAGER);
  const { outcome, release, differences } = await publishParts([shell, second]);
  expect({ outcome, number: release.number }).toEqual({ outcome: 'unchanged', number: 3 });
  expect(differences).toEqual([
    'mfe-hubs stays 1.0.0-local.a (release 3, manager@example.com): its sources have not changed since a start promoted 1.0.0-local.b.' +
      ' To promote it again: npm run release -- promote mfe-hubs@1.0.0-local.b --reason "…"',
  ]);
  await publishParts([await built('shell', '1.0.0-local.c'), second]);
  expect(await liveHubs()).toBe('1.0.0-local.a');
  const { differences: none } = await publishParts([shell, await built('mfe-hubs', '1.0.0-local.c')]);
  expect(await liveHubs()).toBe('1.0.0-local.c');
  expect(none).toEqual([]);
});

test('sources restored to a version that an earlier start promoted are promoted again', async () => {
  const { shell } = await startedTwice();
  await publishParts([shell, await built('mfe-hubs', '1.0.0-local.a')]);
  expect(await liveHubs()).toBe('1.0.0-local.a');
});

test('a start keeps a removed remote, a canary and a remote from elsewhere', async () => {
  const { shell, second } = await startedTwice();
  const it = openFolderStore(store(), { state: folder });
  await publishAhead(it, await built('mfe-demo', '1.0.0'));
  await promoteAll(it, { 'mfe-demo': '1.0.0' }, MANAGER);
  await promoteAll(it, { 'mfe-hubs': '1.0.0-local.a' }, { ...MANAGER, percent: 10 });
  const canary = await publishParts([shell, second]);
  expect(canary.release).toMatchObject({ canaries: { 'mfe-hubs': { percent: 10 } }, remotes: { 'mfe-demo': {} } });
  expect(canary.differences).toEqual([expect.stringMatching(/^mfe-hubs 1\.0\.0-local\.a stays a canary for 10 %/)]);
  await rollBack(it, 'mfe-hubs', null, MANAGER);
  const out = await publishParts([shell, second]);
  expect(out.release.remotes).not.toHaveProperty('mfe-hubs');
  expect(out.differences).toEqual([expect.stringMatching(/^mfe-hubs stays taken out/)]);
});

test('a yanked version is not promoted, even when its sources are restored', async () => {
  const { shell } = await startedTwice();
  await yank(openFolderStore(store(), { state: folder }), 'mfe-hubs', '1.0.0-local.a', MANAGER);
  const { differences } = await publishParts([shell, await built('mfe-hubs', '1.0.0-local.a')]);
  expect(await liveHubs()).toBe('1.0.0-local.b');
  expect(differences).toEqual([
    'mfe-hubs stays 1.0.0-local.b (release 2, npm start): 1.0.0-local.a, built from its sources, is yanked. Change them.',
  ]);
});

test('a version that was published with other contents is refused, with a remedy', async () => {
  const shell = await built('shell', '1.0.0');
  await publishParts([shell, await built('mfe-hubs', '1.0.0', '1')]);
  const other = await built('mfe-hubs', '1.0.0', '12');
  await expect(publishParts([shell, other])).rejects.toThrow('"npm run reset" starts with an empty store.');
});
