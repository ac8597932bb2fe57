import { builtinModules } from 'node:module';
import { PlainError } from '@portal/node-kit/plain-error';
import type { Files } from './compile.ts';
import type { Library, Package } from './libraries.ts';

/** The versions of all packages of others, as the workspace's catalog pins them. */
export type Catalog = Readonly<Record<string, string>>;

/**
 * What names a package in code and declarations: `from 'x'`, `import('x')`, `import.meta.resolve('x')`,
 * `resolve('x/package.json')`.
 */
const NAMED = /(?:\bfrom|\bimport|\bresolve\(|\bimport\() ?['"](@[\w.-]+\/[\w.-]+|[a-z][\w.-]*)(?:\/[^'"]*)?['"]/g;

/** Types of packages that bring none. */
const getTypes = (name: string) => `@types/${name.replace(/^@(.+)\//, '$1__')}`;

/** The packages that files need, sorted. */
export function neededPackages(files: Files, own: string, catalog: Catalog): readonly string[] {
  const code = [...files].filter(([file]) => /\.(m?js|ts)$/.test(file)).map(([, text]) => text);
  const named = code.flatMap((text) => [...text.matchAll(NAMED)].map(([, name = '']) => name));
  const packages = named.filter((name) => name !== own && !builtinModules.includes(name));
  const types = packages.map(getTypes).filter((name) => catalog[name] !== undefined);
  return [...new Set([...packages, ...types])].toSorted();
}

/** A repository has each of these once, because a page or a test does. Code for Node only reads files of React. */
const ONCE = { browser: /^@portal\/|^(@types\/)?react(-dom)?$/, node: /^@portal\// };

interface Packed extends Pick<Library, 'runsIn'> {
  readonly files: Files;
  readonly catalog: Catalog;
}

interface RequiredPackages {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: true }>>;
}

/**
 * What somebody who installs the library gets with it, and what they bring themselves: for what only its help for tests
 * needs, optionally.
 */
function collectRequired(given: Package, { files, catalog, runsIn }: Packed): RequiredPackages {
  const declared = { ...given.dependencies, ...given.devDependencies };
  const required = neededPackages(files, given.name, catalog).map((name) => {
    const version = name.startsWith('@portal/') ? given.version : catalog[name];
    if (version === undefined) throw new PlainError(`${given.name} uses ${name}, which the catalog does not have.`);
    const isDeclared = declared[name] !== undefined || name.startsWith('@types/');
    return { name, version, isPeer: ONCE[runsIn].test(name) || !isDeclared, isOptional: !isDeclared };
  });
  const versions = (list: typeof required) => Object.fromEntries(list.map(({ name, version }) => [name, version]));
  const optional = required.filter(({ isOptional }) => isOptional);
  return {
    dependencies: versions(required.filter(({ isPeer }) => !isPeer)),
    peerDependencies: versions(required.filter(({ isPeer }) => isPeer)),
    peerDependenciesMeta: Object.fromEntries(optional.map(({ name }) => [name, { optional: true }])),
  };
}

/** "./src/index.ts" -> code and declarations in "./dist". */
function packedExport(target: string): string | { readonly types: string; readonly default: string } {
  const [, path = '', ending = ''] = /^\.\/src\/(.*?)((?:\.d)?\.[a-z]+)$/.exec(target) ?? [];
  if (ending !== '.ts' && ending !== '.tsx') return `./dist/${path}${ending}`;
  return { types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` };
}

/** The `package.json` of a packed library. @throws {PlainError} for a package whose version nobody pins. */
export function packedManifest(given: Package, exports: Package['exports'], packed: Packed): object {
  const { name, version, description, sideEffects } = given;
  return {
    name,
    version,
    description,
    license: 'UNLICENSED',
    type: 'module',
    ...(sideEffects !== undefined && { sideEffects }),
    exports: Object.fromEntries(Object.entries(exports).map(([entry, target]) => [entry, packedExport(target)])),
    ...collectRequired(given, packed),
  };
}
