import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { publicAddress, readProvenance } from './provenance.ts';

const run = promisify(execFile);
let root = '';
let part = '';

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'portal-provenance-')));
  part = join(root, 'mfe-test');
  await mkdir(part);
  await writeFile(join(root, 'pnpm-lock.yaml'), 'lockfileVersion: 9');
});
afterEach(() => rm(root, { recursive: true }));

async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: root,
  });
  return stdout.trim();
}

/** Makes the folder a repository with everything committed. @returns the commit. */
async function commit(): Promise<string> {
  await git('init', '--quiet');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'test');
  return git('rev-parse', 'HEAD');
}

test('names commit, repository, lock file, Node and tools, and nothing of the building machine', async () => {
  const head = await commit();
  await git('remote', 'add', 'origin', 'https://ada.lovelace:secret@git.example.com/team/portal.git');
  const provenance = await readProvenance(part);
  expect(provenance).toMatchObject({
    source: { repository: 'https://git.example.com/team/portal.git', commit: head, clean: true },
    lockFile: expect.stringMatching(/^sha256-/),
    node: process.versions.node,
    tools: { '@rspack/core': expect.any(String), '@module-federation/enhanced': expect.any(String) },
    runTime: 'own',
  });
  const text = JSON.stringify(provenance);
  for (const own of [root, tmpdir(), hostname(), `"${userInfo().username}"`, 'lovelace', 'secret'])
    expect(text).not.toContain(own);
});

test.each([
  ['a changed file', 'pnpm-lock.yaml'],
  ['a new file', 'mfe-test/new.ts'],
])('says that the tree is not clean with %s', async (_, file) => {
  await commit();
  await writeFile(join(root, file), 'changed');
  expect((await readProvenance(part)).source).toMatchObject({ clean: false, repository: null });
});

test('an unpacked archive has no source, also inside a repository of somebody else', async () => {
  expect((await readProvenance(part)).source).toBeNull();
  await commit();
  const inside = join(root, 'unpacked');
  await mkdir(inside);
  await writeFile(join(inside, 'pnpm-lock.yaml'), 'lockfileVersion: 9');
  expect((await readProvenance(inside)).source).toBeNull();
});

test.each([
  ['https://git.example.com/portal.git', 'https://git.example.com/portal.git'],
  ['https://me:token@git.example.com/portal.git?key=secret', 'https://git.example.com/portal.git'],
  ['ssh://git@git.example.com:2222/portal.git', 'ssh://git.example.com:2222/portal.git'],
  ['git@git.example.com:team/portal.git', 'git.example.com:team/portal.git'],
  ['/home/me/portal.git', undefined],
  ['../portal.git', undefined],
  ['file:///home/me/portal.git', undefined],
  ['C:\\portal.git', undefined],
  ['', undefined],
])('of the remote "%s" it keeps %s', (remote, kept) => {
  expect(publicAddress(remote)).toBe(kept);
});
