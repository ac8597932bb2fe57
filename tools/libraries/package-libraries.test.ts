import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { emitDeclarations, sharedSources, surfaceOf } from '@portal/federation/surface';
import { packageLibraries } from './package-libraries.ts';
import { installPacked } from './testing.ts';

const ROOT = join(import.meta.dirname, '../..');
let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'portal-packed-')));
  await installPacked(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The texts of all files of the packed libraries, by path. */
async function packedTexts(): Promise<ReadonlyMap<string, string>> {
  const libraries = join(folder, 'node_modules/@portal');
  const entries = await readdir(libraries, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files.map(async (file) => [file.slice(libraries.length + 1), await readFile(file, 'utf8')] as const);
  return new Map(await Promise.all(texts));
}

test('the same sources give the same bytes', async () => {
  const again = join(folder, 'again');
  for (const name of await packageLibraries(ROOT, again))
    expect((await readFile(join(again, name))).equals(await readFile(join(folder, 'libraries', name)))).toBe(true);
});

test('packed libraries have code, declarations, a licence and a line about them, and no sources, ranges or paths of this workspace', async () => {
  const texts = await packedTexts();
  const manifests = [...texts].filter(([file]) => basename(file) === 'package.json');
  expect(manifests.length).toBeGreaterThan(7);
  for (const [file, text] of manifests) {
    const manifest: unknown = JSON.parse(text);
    expect(manifest).toMatchObject({ version: '1.0.0', license: 'UNLICENSED' });
    const name = `@portal/${basename(dirname(file))}`;
    expect(texts.get(file.replace('package.json', 'README.md'))).toMatch(new RegExp(`^# ${name}\n\n.+\\.\n$`));
    expect(text).not.toMatch(/workspace:|catalog:|src\//);
  }
  expect([...texts.keys()].filter((file) => /(?<!\.d)\.tsx?$/.test(file))).toEqual([]);
  for (const [file, text] of texts) expect([file, text.includes(ROOT)]).toEqual([file, false]);
});

test('every name of a packed library has the form of its source, so that what is built with it fits the same shells', async () => {
  const shell = join(ROOT, 'shell');
  await writeFile(join(folder, 'package.json'), '{}');
  const surfaces = [shell, folder].map(async (part) => {
    const sources = sharedSources(part);
    const { modules } = surfaceOf(sources, await emitDeclarations(sources));
    return Object.fromEntries(
      [...modules].map(([module, names]) => [module, [...names].map(([name, { form }]) => [name, form])]),
    );
  });
  const [sources, packed] = await Promise.all(surfaces);
  expect(Object.keys(packed ?? {})).toContain('@portal/ui');
  expect(packed).toEqual(sources);
});
