import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';
import { importedSource, withoutEnding } from './imported-source.ts';

/** The modules that a declaration imports: `from '…'`, `import('…')`. */
const SPECIFIER = /(?<=\bfrom |\bimport\()(['"])([^'"]+)\1/g;
/** The compiler puts each comment on lines of its own; within a statement, it breaks the line before, too. */
const COMMENT = /(?:(?<= )\n)?^[ \t]*\/\*\*[^]*?\*\/\n/gm;

/** Whether a module is of a packed library: JavaScript, with its declarations beside it. */
function isPacked(file: string): boolean {
  return file.endsWith('.js');
}

/**
 * The declarations that packed modules and what these import have beside them. @returns texts by the files' paths
 * without ending.
 */
function readDeclarations(files: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const waiting = new Set(files.map(withoutEnding));
  for (const file of waiting) {
    const text = readFileSync(`${file}.d.ts`, 'utf8');
    texts.set(file, text.replaceAll(COMMENT, ''));
    for (const [, , specifier = ''] of text.matchAll(SPECIFIER)) {
      const imported = importedSource(specifier, file);
      if (imported !== undefined) waiting.add(imported);
    }
  }
  return texts;
}

/** Like those of the repository's own type check, because inferred types depend on them. */
const OPTIONS = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable', 'esnext.disposable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  exactOptionalPropertyTypes: true,
  jsx: 'react-jsx',
  types: [],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
};

/** Runs the TypeScript compiler on a folder. @returns what it complains about; empty if it finds no errors. */
export async function runCompiler(folder: string, settings: object, options: object): Promise<string> {
  const project = join(folder, 'tsconfig.json');
  await writeFile(project, JSON.stringify({ ...settings, compilerOptions: { ...OPTIONS, ...options } }));
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  return await new Promise((resolve) => {
    const given = ['-p', project, '--pretty', 'false'];
    execFile(process.execPath, [compiler, ...given], { cwd: folder, maxBuffer: 2 ** 26 }, (error, stdout) => {
      // The message of the error has what went to stderr.
      resolve(error ? stdout || error.message : '');
    });
  });
}

/**
 * The compiler emits nothing for sources that it finds in `node_modules`, so it is told where they are: each module,
 * and beside it the other entries of its package.
 */
function getPaths(sources: Readonly<Record<string, string>>): Record<string, string[]> {
  const paths: Record<string, string[]> = {};
  for (const [module, file] of Object.entries(sources)) {
    paths[module] = [file];
    const [scope = '', name = ''] = module.split('/');
    if (scope.startsWith('@')) paths[`${scope}/${name}/*`] = [join(file, '../*.ts'), join(file, '../*.tsx')];
  }
  return paths;
}

/** How a function takes its argument apart: `{ size, ...rest }: ButtonProps`. */
const TAKEN_APART = /(?<=([(,])\s*)\{[\w$\s,:.]*\}(?=\??: )/g;

/** Gives such parameters a name, because callers do not see how a function takes them apart. */
function withPlainParameters(text: string): string {
  return text.replaceAll(TAKEN_APART, (_, before: string) => (before === '(' ? 'given' : 'more'));
}

/** The texts that the compiler emits for sources and for the sources that these import. */
async function compile(sources: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, string>> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'portal-surface-')));
  try {
    const output = join(folder, 'out');
    const emit = { noCheck: true, declaration: true, emitDeclarationOnly: true, removeComments: true };
    const options = { ...emit, paths: getPaths(sources), rootDir: '/', outDir: output };
    const complaints = await runCompiler(folder, { files: Object.values(sources) }, options);
    if (complaints !== '')
      throw new Error(`The declarations of ${Object.keys(sources).join(', ')} cannot be written:\n${complaints}`);
    const texts = new Map<string, string>();
    for (const entry of await readdir(output, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      texts.set(withoutEnding(file.slice(output.length)), await readFile(file, 'utf8'));
    }
    return texts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The declarations of modules, given by their files, and of what these import; without comments. The compiler emits
 * those of sources; packed libraries bring theirs. @returns texts by the files' absolute paths without ending.
 */
export async function emitDeclarations(files: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, string>> {
  const sources = Object.entries(files).filter(([, file]) => !isPacked(file));
  const emitted = sources.length === 0 ? [] : await compile(Object.fromEntries(sources));
  const packed = readDeclarations(Object.values(files).filter(isPacked));
  return new Map(
    // Private fields would make every version of a class a type of its own.
    [...packed, ...emitted].map(([file, text]) => [file, withPlainParameters(text.replace(/^ +#private;\n/gm, ''))]),
  );
}
