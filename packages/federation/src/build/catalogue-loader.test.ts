import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Stats } from '@rspack/core';
import { rspack } from '@rspack/core';
import { rules } from './base-config.ts';

const ENGLISH = {
  title: 'Your hubs',
  form: { save: 'Save', cancel: 'Cancel' },
  count_one: '{{count}} hub',
  count_other: '{{count}} hubs',
};

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'catalogue-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Builds one catalogue beside the English one as parts do. @returns what the page would read. */
async function build(language: string, catalogue: string): Promise<{ texts: unknown; stats: Stats }> {
  const folder = await mkdtemp(join(root, 'part-')); // a new one each time, as modules are loaded once
  await mkdir(join(folder, 'locales'));
  await writeFile(join(folder, 'locales/en.json'), JSON.stringify(ENGLISH));
  await writeFile(join(folder, `locales/${language}.json`), catalogue);
  await writeFile(join(folder, 'main.ts'), `export { default as texts } from './locales/${language}.json';`);
  const stats = await new Promise<Stats>((resolve, reject) => {
    rspack(
      {
        mode: 'production',
        context: folder,
        target: 'node20',
        entry: './main.ts',
        output: { path: join(folder, 'dist'), library: { type: 'commonjs2' }, filename: 'main.cjs' },
        module: { rules },
      },
      (error, result) => (result ? resolve(result) : reject(error ?? new Error('no result'))),
    );
  });
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
  const built = createRequire(import.meta.url)(join(folder, 'dist/main.cjs')) as { readonly texts: unknown };
  return { texts: JSON.parse(JSON.stringify(built.texts)), stats };
}

test('a key that a language lacks gets the English text, and the build warns', async () => {
  const { texts, stats } = await build(
    'de',
    '{"form":{"save":"Speichern"},"count_one":"ein Hub","count_other":"Hubs"}',
  );
  expect(texts).toEqual({
    title: 'Your hubs',
    form: { save: 'Speichern', cancel: 'Cancel' },
    count_one: 'ein Hub',
    count_other: 'Hubs',
  });
  expect(stats.toString('errors-warnings')).toContain('de.json: title, form.cancel missing; the English text is used');
});

test('every plural form of a language has a text', async () => {
  const count = { count_one: '{{count}} hub', count_other: '{{count}} hubs' };
  expect((await build('fr', '{"title":"Vos hubs"}')).texts).toMatchObject({ ...count, count_many: '{{count}} hubs' });
  expect((await build('fr', '{"count_one":"un","count_other":"des"}')).texts).toMatchObject({
    count_one: 'un',
    count_many: 'des',
    count_other: 'des',
  });
});

test('a complete catalogue stays unchanged, without a warning', async () => {
  const complete = { ...ENGLISH, title: 'Uw hubs' };
  const { texts, stats } = await build('nl', JSON.stringify(complete));
  expect(texts).toEqual(complete);
  expect(stats.hasWarnings()).toBe(false);
});

test('a catalogue of another shape fails the build, which names the field', async () => {
  await expect(build('de', '{"form":{"save":1}}')).rejects.toThrow('"form.save"');
});
