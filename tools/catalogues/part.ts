import { existsSync, globSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseDeclaration } from '@portal/contract/declaration';
import type { Declaration } from '@portal/contract/declaration';
import { LANGUAGES } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import { parseInput } from '@portal/contract/parse';
import type { Messages } from '@portal/contract/remote-module';
import * as v from 'valibot';
import type { SourceTexts } from './read-source.ts';
import { readSource } from './read-source.ts';

const MessagesSchema: v.GenericSchema<Messages> = v.record(
  v.string(),
  v.union([v.string(), v.lazy(() => MessagesSchema)]),
);

/** Key of a text that is the same as in English -> the reason. "declared:KEY" is a text of the declaration. */
const SameSchema = v.record(v.string(), v.pipe(v.string(), v.minLength(3, 'must say why')));

/** Name of the file with these reasons, next to the catalogues; the build ignores it. */
export const SAME_AS_ENGLISH = 'same-as-english.json';

/** The texts of one namespace: a folder `locales` with a file for each language. */
export interface Locales {
  /** Relative to the part: "src/locales". */
  readonly folder: string;
  readonly messages: Readonly<Partial<Record<Language, Messages>>>;
  readonly sameAsEnglish: Readonly<Record<string, string>>;
}

export interface PartTexts {
  readonly locales: readonly Locales[];
  readonly declaration: Declaration;
  /** Of the part, and of the modules that it bundles from @portal/remote-ui, which take its texts. */
  readonly sources: ReadonlyMap<string, SourceTexts>;
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

async function readLocales(part: string, folder: string): Promise<Locales> {
  const file = (name: string) => join(part, folder, name);
  const messages = await Promise.all(
    LANGUAGES.filter((language) => existsSync(file(`${language}.json`))).map(
      async (language) =>
        [
          language,
          parseInput(file(`${language}.json`), MessagesSchema, await readJson(file(`${language}.json`))),
        ] as const,
    ),
  );
  const same = file(SAME_AS_ENGLISH);
  return {
    folder,
    messages: Object.fromEntries(messages),
    sameAsEnglish: existsSync(same) ? parseInput(same, SameSchema, await readJson(same)) : {},
  };
}

function isShipped(file: string): boolean {
  return (
    !/\.(?:test|states)\.tsx?$|\.test-d\.ts$|\.suite\.ts$|\.d\.ts$/.test(file) &&
    !file.split('/').includes('testing') &&
    !/testing\.tsx?$/.test(file)
  );
}

/** The texts in the shipped sources below a folder, by file name. */
export async function readSources(folder: string): Promise<ReadonlyMap<string, SourceTexts>> {
  const sources = new Map<string, SourceTexts>();
  for await (const file of glob('**/*.{ts,tsx}', { cwd: folder, exclude: ['**/node_modules', '**/dist'] })) {
    if (isShipped(file))
      sources.set(file, await readSource(file, await readFile(join(folder, file), 'utf8'), LANGUAGES));
  }
  return sources;
}

async function readRemoteUi(part: string, sources: PartTexts['sources']): Promise<PartTexts['sources']> {
  const { resolve } = createRequire(join(part, 'package.json'));
  const modules = new Set([...sources.values()].flatMap(({ imports }) => [...imports]));
  const taken = [...modules].filter((name) => name.startsWith('@portal/remote-ui/'));
  return new Map(
    await Promise.all(
      taken.map(async (name) => {
        const file = resolve(name);
        return [name, await readSource(file, await readFile(file, 'utf8'), LANGUAGES)] as const;
      }),
    ),
  );
}

/** Reads all texts of a part. @throws {InvalidInputError} naming the file and the bad field. */
export async function readPart(part: string): Promise<PartTexts> {
  const folders = globSync('src/**/locales', { cwd: part }).toSorted();
  const declarationFile = ['shell.json', 'remote.json'].map((name) => join(part, name)).find(existsSync);
  if (declarationFile === undefined) throw new Error(`${part} has no declaration`);
  const sources = await readSources(join(part, 'src'));
  return {
    locales: await Promise.all(folders.map(async (folder) => await readLocales(part, folder))),
    declaration: parseDeclaration(declarationFile, await readJson(declarationFile)),
    sources: new Map([...sources, ...(await readRemoteUi(part, sources))]),
  };
}
