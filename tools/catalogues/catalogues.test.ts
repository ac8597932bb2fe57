import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { LANGUAGES } from '@portal/contract/language';
import { listParts } from '../../scripts/start/parts.ts';
import { getCatalogue } from './catalogue.ts';
import { checkPart, checkTables, rawTexts } from './check-part.ts';
import { readPart, readSources } from './part.ts';

const ROOT = join(import.meta.dirname, '../..');
const texts = new Map(
  await Promise.all(listParts(ROOT).map(async (part) => [part, await readPart(join(ROOT, part))] as const)),
);
const packages = globSync('packages/{,*/}*/src', { cwd: ROOT }).toSorted();

/** The values of shared packages from which parts may compute keys. */
async function readSharedWords(): Promise<ReadonlySet<string>> {
  const folders = ['api', 'contract', 'session', 'staff-api', 'ui'].map((name) =>
    join(ROOT, 'packages/portal', name, 'src'),
  );
  const sources = await Promise.all(folders.map(readSources));
  return new Set(sources.flatMap((source) => [...source.values()].flatMap(({ words }) => [...words])));
}

const sharedWords = await readSharedWords();

describe('every text is there in every language, translated, and used', () => {
  test.each([...texts])('%s [T021]', (_, part) => {
    expect(checkPart(part, sharedWords)).toEqual([]);
  });

  test.each(packages)('%s, whose texts are in its code', async (folder) => {
    expect(checkTables(await readSources(join(ROOT, folder)))).toEqual([]);
  });

  test('every word that a component shows is in a catalogue', async () => {
    expect(rawTexts(await readSources(join(ROOT, 'packages/portal/ui/src')))).toEqual([]);
  });
});

/** Texts that the specification gives for all parts (section 8). */
const SHARED_TEXTS = ['It seems something went wrong.', 'Your changes were saved successfully.'];

test.each(SHARED_TEXTS)('"%s" has the same text in all parts, in each language', (english) => {
  const translated = [...texts.values()]
    .flatMap(({ locales }) => locales)
    .flatMap(({ messages }) => {
      const catalogues = LANGUAGES.map((language) => getCatalogue(messages[language] ?? {}));
      const keys = [...getCatalogue(messages.en ?? {})].filter(([, forms]) => forms.get('') === english);
      return keys.map(([key]) => catalogues.map((catalogue) => catalogue.get(key)?.get('')));
    });
  expect(translated.length).toBeGreaterThan(1);
  expect(new Set(translated.map((translations) => translations.join('\n'))).size).toBe(1);
});
