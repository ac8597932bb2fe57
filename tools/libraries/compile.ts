import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { runCompiler } from '@portal/federation/surface';
import { PlainError } from '@portal/node-kit/plain-error';
import type { Library } from './libraries.ts';
import { LIBRARIES, packedExports, readPackage } from './libraries.ts';

/** Files of a library by their paths in it: "dist/index.js". */
export type Files = ReadonlyMap<string, string>;

/** Code for Node needs Node's types; the type check of the repository has found all errors before. */
const TYPES = { browser: {}, node: { types: ['node'] } } as const;
const EMIT = { noCheck: true, declaration: true, rewriteRelativeImportExtensions: true } as const;

const getEntries = (root: string, library: Library) => [...packedExports(root, library).files, ...(library.also ?? [])];
const isCompiled = (file: string) => /(?<!\.d)\.tsx?$/.test(file);

/**
 * Where the sources of all exports are: the compiler emits nothing for sources that it finds in `node_modules` first,
 * and which way it finds them first depends on chance.
 */
function getPaths(root: string): Record<string, string[]> {
  const entries = LIBRARIES.flatMap((library) => {
    const folder = join(root, 'packages', library.folder);
    const { name, exports } = readPackage(folder);
    return Object.entries(exports).map(([entry, target]): [string, string[]] => [
      join(name, entry),
      [join(folder, target)],
    ]);
  });
  return Object.fromEntries(entries);
}

/** @throws {PlainError} if a file of a library imports one that was not emitted. */
function checkComplete(folder: string, files: Files): void {
  for (const [file, text] of files)
    for (const [, path = ''] of file.endsWith('.js') ? text.matchAll(/^(?:import|export) .*from '(\.[^']+)';$/gm) : [])
      if (!files.has(join(dirname(file), path)))
        throw new PlainError(`${folder}: ${file} imports ${path}, which the compiler has not emitted.`);
}

/**
 * Compiles libraries that run in the same environment, and all that these import. @returns each library's files, by its
 * folder.
 */
async function compile(
  root: string,
  libraries: readonly Library[],
  runsIn: Library['runsIn'],
): Promise<ReadonlyMap<string, Files>> {
  const packages = join(root, 'packages');
  const files = libraries.flatMap((library) =>
    getEntries(root, library)
      .filter(isCompiled)
      .map((file) => join(packages, library.folder, file)),
  );
  const temporary = await realpath(await mkdtemp(join(tmpdir(), 'portal-libraries-')));
  try {
    const output = join(temporary, 'out');
    const places = {
      paths: getPaths(root),
      rootDir: packages,
      outDir: output,
      typeRoots: [join(root, 'node_modules/@types')],
    };
    const complaints = await runCompiler(temporary, { files }, { ...EMIT, ...TYPES[runsIn], ...places });
    if (complaints !== '') throw new PlainError(`The libraries cannot be compiled:\n${complaints}`);
    return new Map(
      await Promise.all(
        libraries.map(async ({ folder }) => [folder, await readTree(join(output, folder, 'src'))] as const),
      ),
    );
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function readTree(folder: string, isWanted = (_: string) => true): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files
    .filter(isWanted)
    .map(async (file): Promise<[string, string]> => [
      join('dist', relative(folder, file)),
      await readFile(file, 'utf8'),
    ]);
  return new Map(await Promise.all(texts));
}

/** What of a library is packed as it is. */
async function readPlain(root: string, library: Library): Promise<Files> {
  const folder = join(root, 'packages', library.folder);
  const plain = new Set(getEntries(root, library).map((file) => join(folder, file)));
  return await readTree(join(folder, 'src'), (file) => file.endsWith('.css') || (plain.has(file) && !isCompiled(file)));
}

/**
 * The code, declarations and other files of libraries, by their folders. @throws {PlainError} with the compiler's
 * message.
 */
export async function compileLibraries(
  root: string,
  libraries: readonly Library[],
): Promise<ReadonlyMap<string, Files>> {
  const compiled = await Promise.all(
    (['browser', 'node'] as const).map((runsIn) =>
      compile(
        root,
        libraries.filter((library) => library.runsIn === runsIn),
        runsIn,
      ),
    ),
  );
  const code = new Map(compiled.flatMap((files) => [...files]));
  const complete = libraries.map(async (library) => {
    const files = [...(code.get(library.folder) ?? []), ...(await readPlain(root, library))];
    const all = new Map(files);
    checkComplete(library.folder, all);
    return [library.folder, all] as const;
  });
  return new Map(await Promise.all(complete));
}
