import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { ExportedName, Surface } from '@portal/federation/surface';
import { importedSource, runCompiler } from '@portal/federation/surface';
import { getPackageFolder } from './report-text.ts';

/** A name of a shared module. */
export interface Name {
  readonly module: string;
  readonly name: string;
}

/** A name that no longer serves those who were built for it, and why. */
export interface Break extends Name {
  readonly problem: string;
}

/*
 * The types that are compared are written out for each name: for types of one generic type, the compiler would compare only what they are
 * made of.
 */

/** The fields of a type, for each member of a union; of what a promise has, or the items of a list. */
function getFields(type: string): string {
  const fields = (of: string) => `${of} extends object ? keyof ${of} : never`;
  return `(Awaited<${type}> extends infer V ? V extends readonly (infer Item)[] ? ${fields('Item')} : ${fields('V')} : never)`;
}

/**
 * Which arguments a caller may give and how many, and which fields these and the result have: assignable functions may
 * have fewer, and assignable methods may want more of an argument.
 */
function describeCall(type: string): string {
  const call = `{ given: (...given: P) => void; count: (n: P['length']) => void; fields: (f: { [I in keyof P]: ${getFields('P[I]')} }) => void; result: (f: ${getFields('R')}) => void }`;
  return `(${type} extends (...given: infer P) => infer R ? ${call} : unknown)`;
}

function describeCalls(type: string): string {
  return `{ [K in keyof ${type}]: ${describeCall(`${type}[K]`)} }`;
}

/** What remotes rely on of a value. A number may change: each part has its own copy. */
function describeUse(value: string): string {
  const type = `(typeof ${value})`;
  return `${type} extends number ? number : [${type}, ${describeCall(type)}, ${describeCalls(type)}]`;
}

/**
 * What remotes rely on of a type besides the values that have it: the values that a union of texts or numbers has, or
 * the fields.
 */
function describeShape(type: string): string {
  const values = `(${type} extends string | number ? (value: ${type}) => void : unknown)`;
  return `[(field: keyof ${type}) => void, ${values}, ${describeCalls(type)}]`;
}

/** Types of the contract: one side makes such a thing, the other side reads it. */
function describeAgreement(type: string): string {
  return `[${type}, (made: ${type}) => void]`;
}

function compared(module: string, path: string, given: ExportedName | undefined): string {
  if (given?.kind !== 'type') return describeUse(path);
  const type = `${path}${typeArguments(given.text)}`;
  return module.startsWith('@portal/contract/') ? describeAgreement(type) : describeShape(type);
}

/** "export interface Loadable<Data, Of = X<1>>" -> "<any, any>" */
function typeArguments(declaration: string): string {
  const [, parameters] = /^(?:export )?(?:declare )?(?:interface|type) [\w$]+<(.*)/s.exec(declaration) ?? [];
  if (parameters === undefined) return '';
  let depth = 1;
  let count = 1;
  for (const character of parameters.replaceAll('=>', '')) {
    if ('<([{'.includes(character)) depth += 1;
    if ('>)]}'.includes(character)) depth -= 1;
    if (character === ',' && depth === 1) count += 1;
    if (depth === 0) break;
  }
  return `<${Array.from({ length: count }, () => 'any').join(', ')}>`;
}

/**
 * Writes declarations as sources that import each other by relative paths, beside the packages of others that they use.
 */
async function writeTree(root: string, tree: string, { declarations }: Surface): Promise<void> {
  const folders = new Set([...declarations.keys()].map(getPackageFolder));
  for (const folder of folders) {
    await mkdir(join(tree, relative(root, folder)), { recursive: true });
    await symlink(join(folder, 'node_modules'), join(tree, relative(root, folder), 'node_modules'));
  }
  for (const [source, text] of declarations) {
    const file = join(tree, `${relative(root, source)}.ts`);
    const written = text.replace(/(from |import\()(['"])([^'"]+)\2/g, (whole, before: string, _, specifier: string) => {
      const imported = importedSource(specifier, source);
      if (imported === undefined) return whole;
      const path = relative(dirname(source), imported);
      return `${before}'${path.startsWith('.') ? path : `./${path}`}.ts'`;
    });
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${written}export {};\n`);
  }
}

/** One line for each changed name: that what is given now is assignable to what was given before. */
function comparison(
  names: readonly Name[],
  before: Surface,
  now: Surface,
  toPath: (module: string) => string,
): string[] {
  const modules = [...new Set(names.map(({ module }) => module))];
  const imports = modules.flatMap((module, index) =>
    (['before', 'now'] as const).map(
      (tree) => `import type * as ${tree}${index} from './${tree}/${toPath(module)}.ts';`,
    ),
  );
  const lines = names.map(({ module, name }, index) => {
    const of = modules.indexOf(module);
    const [old, present] = [before, now].map(({ modules: all }) => all.get(module)?.get(name));
    const [left, right] = [compared(module, `before${of}.${name}`, old), compared(module, `now${of}.${name}`, present)];
    return `export const is${index}: ${left} = given<${right}>();`;
  });
  return [...imports, 'declare function given<T>(): T;', ...lines];
}

/** Why the compiler refuses lines of the comparison: line -> its words. @throws if it refuses anything else. */
async function refusedLines(folder: string): Promise<ReadonlyMap<number, string>> {
  const output = await runCompiler(folder, { files: ['comparison.ts'] }, { noEmit: true });
  const found = [...output.matchAll(/^(\S.*)\((\d+),\d+\): error TS\d+: (.*)$/gm)];
  if (found.some(([, file]) => file !== 'comparison.ts') || (output !== '' && found.length === 0)) {
    throw new Error(`The reports cannot be compared:\n${output}`);
  }
  return new Map(found.map(([, , line, words = '']) => [Number(line), words]));
}

/** The changed names that no longer serve those who were built for the surface before. */
export async function findBreaks(
  root: string,
  names: readonly Name[],
  before: Surface,
  now: Surface,
  getPath: (module: string) => string,
): Promise<readonly Break[]> {
  if (names.length === 0) return [];
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'portal-report-')));
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await writeTree(root, join(folder, 'before'), before);
    await writeTree(root, join(folder, 'now'), now);
    const lines = comparison(names, before, now, getPath);
    await writeFile(join(folder, 'comparison.ts'), lines.join('\n'));
    const refused = await refusedLines(folder);
    const first = lines.length - names.length + 1;
    return names.flatMap((name, index) => {
      const problem = refused.get(first + index);
      return problem === undefined ? [] : [{ ...name, problem }];
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
