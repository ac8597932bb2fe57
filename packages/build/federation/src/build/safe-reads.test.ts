import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { installedVersion, readPart } from './part.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const OF_API = 'node_modules/@portal/api';
const TEXT = { en: 'x', de: 'x', fr: 'x', nl: 'x' };
let folder: string;

async function write(file: string, json: object): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), JSON.stringify(json));
}

/** Reads the part as a build does, with a page that declares these reads. */
async function build(...reads: readonly string[]) {
  const route = { path: '/passes', title: 'title', access: 'signedIn', page: 'passes', skeleton: 'table' };
  const routes = [
    { ...route, path: '/pass' },
    { ...route, reads },
  ];
  await write('remote.json', { name: 'mfe-passes', routes, header: [], texts: { title: TEXT } });
  return readPart(folder, 'remote.json');
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reads-'));
  await write('package.json', { name: 'mfe-passes', version: '1.0.0' });
  await write(`${OF_API}/package.json`, {
    name: '@portal/api',
    exports: { './safe-reads.json': './dist/safe-reads.json' },
  });
  await write(`${OF_API}/dist/safe-reads.json`, { hubs: 'lists hubs', countries: 'lists countries' });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a part has one name, in its package and in its declaration', async () => {
  await write('package.json', { name: 'mfe-tickets', version: '1.0.0' });
  await expect(build()).rejects.toThrow('remote.json: "name" is "mfe-passes", but the package is called "mfe-tickets"');
});

test('a suffix marks the version of a local build', async () => {
  await build();
  expect(readPart(folder, 'remote.json', 'local.1a2b3c4d').version).toBe('1.0.0-local.1a2b3c4d');
});

test('a package that a part depends on has a version', async () => {
  await write('node_modules/react/package.json', { name: 'react' });
  expect(() => installedVersion('react', folder)).toThrow('react/package.json has no version');
});

test('a build records the declared reads that the part or the API marks as safe, and no other mark', async () => {
  await write('safe-reads.json', { 'passes/mine': 'lists passes', 'passes/all': 'lists passes' });
  expect((await build('passes/mine', 'hubs')).safeReads).toEqual(['hubs', 'passes/mine']);
});

test('no read is safe by default, and a part without reads needs no mark', async () => {
  expect((await build()).safeReads).toEqual([]);
  await expect(build('hubs', 'passes/mine')).rejects.toMatchObject({
    path: 'routes.1.reads.1',
    message: expect.stringContaining('passes/mine'),
  });
  await rm(join(folder, OF_API), { recursive: true });
  await expect(build('hubs')).rejects.toMatchObject({ path: 'routes.1.reads.0' });
});

test.each([
  ['a mark without its reason', { hubs: '' }, 'hubs'],
  ['a mark of what is no path of the API', { 'account/../hubs': 'lists hubs' }, 'account/../hubs'],
])('a build fails with %s', async (_, marks, path) => {
  await write('safe-reads.json', marks);
  await expect(build('hubs')).rejects.toMatchObject({ name: 'InvalidInputError', path });
});

test('the reads of this portal are those that the API marks', () => {
  expect(readPart(join(ROOT, 'mfe-legal'), 'remote.json').safeReads).toEqual(['service-description/url']);
});
