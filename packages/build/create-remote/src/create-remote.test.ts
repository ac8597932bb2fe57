import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createRemote, NameRefusedError } from './create-remote.ts';

const OWNERS = ['* @ebike-portal/shell', '/mfe-hubs/  @ebike-portal/hubs', '/packages/  @ebike-portal/all', ''];

let root = '';

async function writePart(file: string, name: string, path: string, order: number): Promise<void> {
  const text = { en: 'A', de: 'B', fr: 'C', nl: 'D' };
  const declaration = {
    name,
    routes: [{ path, title: 'title', access: 'open', page: 'main', skeleton: 'form' }],
    header: [{ path, label: 'title', order }],
    texts: { title: text },
  };
  await mkdir(join(root, file, '..'), { recursive: true });
  await writeFile(join(root, file), JSON.stringify(declaration));
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'create-remote-'));
  await writePart('shell/shell.json', 'shell', '/login', 5);
  await writePart('mfe-hubs/remote.json', 'mfe-hubs', '/settings', 40);
  await writeFile(join(root, 'CODEOWNERS'), OWNERS.join('\n'));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

test('writes a remote with its own page, last in the header', async () => {
  const { path, files } = createRemote(root, 'mfe-bike-pass');
  expect(path).toBe('/bike-pass');
  expect(files).toContain('mfe-bike-pass/src/pages/bike-pass-page.tsx');
  const declaration: unknown = JSON.parse(await readFile(join(root, 'mfe-bike-pass/remote.json'), 'utf8'));
  expect(declaration).toMatchObject({
    name: 'mfe-bike-pass',
    routes: [{ path: '/bike-pass', access: 'signedIn' }],
    header: [{ path: '/bike-pass', order: 50 }],
    texts: { title: { en: 'Bike pass' } },
  });
});

test('fills every placeholder of the template', async () => {
  const { files } = createRemote(root, 'mfe-bike-pass');
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  expect(texts.filter((text) => /%[A-Z]+%/.test(text))).toEqual([]);
  expect(files.filter((file) => /%|\.template$/.test(file))).toEqual([]);
});

test.each([
  ['after those of the other remotes', OWNERS, 2, '/mfe-bike/  @ebike-portal/bike'],
  ['last if it is the first', ['* @ebike-portal/shell', ''], 1, '/mfe-bike/ @ebike-portal/bike'],
])('lists its owner %s', async (_where, owners, index, line) => {
  await writeFile(join(root, 'CODEOWNERS'), owners.join('\n'));
  createRemote(root, 'mfe-bike');
  const page = await readFile(join(root, 'CODEOWNERS'), 'utf8');
  expect(page.split('\n')).toEqual(owners.toSpliced(index, 0, line));
});

describe('refuses, and writes nothing, for', () => {
  test.each([
    ['mfe-hubs', /^"mfe-hubs" is taken: there is a folder .*mfe-hubs\. Choose another name\.$/],
    ['mfe-settings', /^"mfe-settings" would have the page \/settings, which belongs to mfe-hubs\./],
    ['mfe-login', /the page \/login, which belongs to shell\./],
    ['mfe-shell', /^"mfe-shell" is reserved: it is the name of the shell\./],
    ['mfe-assets', /is reserved: the web server keeps \/assets/],
    ['mfe-reports', /is reserved: the web server keeps \/reports for what pages report\./],
    ['mfe-release', /is reserved: the web server keeps \/release\.json/],
    ['mfe-metrics', /is reserved: the web server serves its metrics/],
    ['mfe-locale-en', /is reserved: the build uses such names for files with texts\./],
    ['mfe-constructor-', /is not a name for a remote/],
    [`mfe-${'a'.repeat(40)}`, /has 44 characters; a remote's name has 40 at most\./],
    ...['demo', 'mfe-', 'mfe-Demo', 'mfe-4you', 'mfe--a', 'mfe-a--b', 'mfe-a_b', 'mfe-../x', '/mfe-a', 'MFE-a', ''].map(
      (name) => [name, /is not a name for a remote: it must be like "mfe-bike-pass"/] as const,
    ),
  ])('the name "%s"', async (name, why) => {
    const before = await readdir(root, { recursive: true });
    expect(() => createRemote(root, name)).toThrow(why);
    expect(() => createRemote(root, name)).toThrow(NameRefusedError);
    expect(await readdir(root, { recursive: true })).toEqual(before);
  });
});
