import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderStore } from '@portal/release/store';
import { writeBuild } from '@portal/release/testing';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { publishParts } from './publish-parts.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'publish-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Makes a build of a part; the folder that it lies in. */
async function built(name: string, version: string, code = `"${name} ${version}"`): Promise<string> {
  const dist = join(folder, `${name}-${version}-${code.length}`);
  const shellOnly = name === 'shell' ? { 'frame.json': '{}' } : {};
  await writeBuild(dist, { name, version, contents: { 'entry.js': code, 'main.js': code, ...shellOnly } });
  return dist;
}

const store = (): string => join(folder, 'store');

test('the first start makes release 1 of everything', async () => {
  const { release, result } = await publishParts(store(), [
    await built('shell', '1.0.0'),
    await built('mfe-hubs', '1.0.0'),
  ]);
  expect(result).toBe('created');
  expect(release).toMatchObject({
    number: 1,
    shell: { version: '1.0.0' },
    remotes: { 'mfe-hubs': { version: '1.0.0' } },
  });
});

test('a start with the same builds leaves the release as it is', async () => {
  const folders = [await built('shell', '1.0.0'), await built('mfe-hubs', '1.0.0')];
  await publishParts(store(), folders);
  expect(await publishParts(store(), folders)).toMatchObject({ result: 'unchanged', release: { number: 1 } });
});

test('a changed part makes a new release, and a part that is no longer there leaves it', async () => {
  const shell = await built('shell', '1.0.0');
  await publishParts(store(), [shell, await built('mfe-hubs', '1.0.0'), await built('mfe-legal', '1.0.0')]);
  await publishParts(store(), [shell, await built('mfe-hubs', '1.0.0-local.1a2b3c4d')]);
  const live = await openFolderStore(store()).latestRelease();
  expect(live?.number).toBe(2);
  expect(Object.entries(live?.remotes ?? {}).map(([name, { version }]) => [name, version])).toEqual([
    ['mfe-hubs', '1.0.0-local.1a2b3c4d'],
  ]);
});

test('a version that was published with other bytes is refused, with a way out', async () => {
  const shell = await built('shell', '1.0.0');
  await publishParts(store(), [shell, await built('mfe-hubs', '1.0.0', '1')]);
  const other = await built('mfe-hubs', '1.0.0', '12');
  await expect(publishParts(store(), [shell, other])).rejects.toThrow('"npm run reset" starts with an empty store.');
});
