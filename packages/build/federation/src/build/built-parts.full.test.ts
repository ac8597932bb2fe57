import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findLicencesFile, parseLicences } from '@portal/contract/licences';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Configuration, Stats } from '@rspack/core';
import { rspack } from '@rspack/core';
import { rules } from './base-config.ts';
import { LicencesPlugin } from './licences-plugin.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'built-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
}

/** Builds what lies in the folder. @throws with the errors of the build. */
async function bundle(configuration: Configuration): Promise<Stats> {
  const stats = await new Promise<Stats>((resolve, reject) => {
    rspack({ mode: 'production', context: root, ...configuration }, (error, result) =>
      result ? resolve(result) : reject(error ?? new Error('no result')),
    );
  });
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
  return stats;
}

describe('licences', () => {
  async function install(name: string, license: string, texts: Readonly<Record<string, string>>): Promise<void> {
    const folder = `node_modules/${name}`;
    await write(`${folder}/package.json`, JSON.stringify({ name, version: '1.2.3', license, sideEffects: false }));
    await write(`${folder}/index.js`, 'export const word = () => document.title;');
    for (const [file, text] of Object.entries(texts)) await write(`${folder}/${file}`, text);
  }

  /** Builds `code`. @returns the licences beside it; undefined if there is no such file. */
  async function build(code: string, given?: Readonly<Record<string, string>>) {
    await write('main.js', code);
    await bundle({ entry: './main.js', output: { path: join(root, 'dist') }, plugins: [new LicencesPlugin(given)] });
    const file = findLicencesFile(await readdir(join(root, 'dist')));
    return file === undefined
      ? undefined
      : parseLicences(file, JSON.parse(await readFile(join(root, 'dist', file), 'utf8')));
  }

  test('a build brings the licences and notices of the packages in it, and of no others', async () => {
    await install('@scope/used', 'Apache-2.0', { LICENSE: 'Do good.\n', NOTICE: 'By us.', 'README.md': 'Hello' });
    await install('used', 'MIT', { 'license.md': 'Do what you like.' });
    await install('unused', 'MIT', { LICENSE: 'Not shipped.' });
    expect(
      await build(
        "import { word } from 'used'; import { word as w } from '@scope/used'; import 'unused'; console.log(word(), w());",
      ),
    ).toEqual([
      { name: '@scope/used', version: '1.2.3', licence: 'Apache-2.0', text: 'Do good.\n\nBy us.' },
      { name: 'used', version: '1.2.3', licence: 'MIT', text: 'Do what you like.' },
    ]);
  });

  test('a build without packages brings none', async () => {
    expect(await build('console.log(1);')).toBeUndefined();
  });

  test('a package that only names its licence gets the text that is given for it', async () => {
    await install('used', 'MIT', { 'README.md': 'MIT' });
    const licences = await build("import { word } from 'used'; console.log(word());", { used: 'The text.' });
    expect(licences).toEqual([{ name: 'used', version: '1.2.3', licence: 'MIT', text: 'The text.' }]);
  });

  test.each([
    ['a licence that is not allowed', 'GPL-3.0-only', { LICENSE: 'Share alike.' }, 'has the licence GPL-3.0-only'],
    ['a licence without its text', 'MIT', { 'README.md': 'MIT' }, 'has no file with the text of its licence MIT'],
  ])('a build fails with a package that has %s', async (_what, licence, texts, message) => {
    await install('used', licence, texts);
    await expect(build("import { word } from 'used'; console.log(word());")).rejects.toThrow(message);
  });
});

describe('a catalogue', () => {
  const ENGLISH = {
    title: 'Your hubs',
    form: { save: 'Save', cancel: 'Cancel' },
    count_one: '{{count}} hub',
    count_other: '{{count}} hubs',
  };

  /** Builds one catalogue beside the English one as parts do. @returns what the page would read. */
  async function build(
    language: string,
    catalogue: string,
    english = JSON.stringify(ENGLISH),
  ): Promise<{ texts: unknown; stats: Stats }> {
    await write('locales/en.json', english);
    await write(`locales/${language}.json`, catalogue);
    await write('main.ts', `export { default as texts } from './locales/${language}.json';`);
    const stats = await bundle({
      target: 'node20',
      entry: './main.ts',
      output: { path: join(root, 'dist'), library: { type: 'commonjs2' }, filename: 'main.cjs' },
      module: { rules },
    });
    const built = createRequire(import.meta.url)(join(root, 'dist/main.cjs')) as { readonly texts: unknown };
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
    expect(stats.toString('errors-warnings')).toContain(
      'de.json: title, form.cancel missing; the English text is used',
    );
  });

  test.each([
    ['{"title":"Vos hubs"}', '{{count}} hub', '{{count}} hubs'],
    ['{"count_one":"un","count_other":"des"}', 'un', 'des'],
  ])('with %s has a text for every plural form of its language', async (catalogue, one, other) => {
    const { texts } = await build('fr', catalogue);
    expect(texts).toMatchObject({ count_one: one, count_many: other, count_other: other });
  });

  test.each(['en', 'nl'])('a complete catalogue (%s) stays unchanged, without a warning', async (language) => {
    const complete = { ...ENGLISH, title: 'Uw hubs' };
    const { texts, stats } = await build(language, JSON.stringify(complete));
    expect(texts).toEqual(complete);
    expect(stats.hasWarnings()).toBe(false);
  });

  test('has no place to break a line after "E-" and after the verb of a request', async () => {
    const complete = {
      ...ENGLISH,
      title: 'E-Mail-Adresse und e-mail',
      form: { save: 'Dissociez-le', cancel: 'Chez-nous, rendez-y' },
    };
    const { texts } = await build('fr', JSON.stringify(complete));
    expect(texts).toMatchObject({
      title: 'E\u2011Mail-Adresse und e\u2011mail',
      form: { save: 'Dissociez\u2011le', cancel: 'Chez\u2011nous, rendez\u2011y' },
    });
  });

  test('a catalogue of another shape fails the build, which names the field', async () => {
    await expect(build('de', '{"form":{"save":1}}')).rejects.toThrow('"form.save"');
  });

  test('a mistake in the English texts is none of another language', async () => {
    const { texts } = await build('de', '{"title":"Ihre Hubs"}', '{"title":1}');
    expect(texts).toEqual({ title: 'Ihre Hubs' });
  });
});
