import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { PNPM } from '../../scripts/bootstrap/install.mjs';
import { bundleProgram, OLDEST_NODE } from './bundle-program.ts';
import type { Package } from './libraries.ts';
import { readPackage } from './libraries.ts';
import type { Catalog } from './packed-manifest.ts';
import { neededPackages } from './packed-manifest.ts';

/** A package to publish: its files, and those that can be run. */
export interface Program {
  readonly name: string;
  /** Where its sources and its changelog are. */
  readonly folder: string;
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly runnable: readonly string[];
}

/** As pnpm publishes it, so that it is equal to what a registry has. */
export const manifestText = (manifest: object): string => JSON.stringify(manifest, null, 2);

function programPackage(
  folder: string,
  { name, version, description }: Pick<Package, 'name' | 'version' | 'description'>,
  bin: Readonly<Record<string, string>>,
  files: Program['files'],
  required: object = {},
): Program {
  const engines = { node: `>=${OLDEST_NODE}` };
  const manifest = { name, version, description, license: 'UNLICENSED', type: 'module', bin, engines, ...required };
  return {
    name,
    folder,
    runnable: Object.values(bin),
    files: new Map([
      ...files,
      ['package.json', manifestText(manifest)],
      ['README.md', `# ${name}\n\n${description}\n`],
    ]),
  };
}

/** The release command, and the recipe of a remote's pipeline, which calls it. */
export async function releaseProgram(root: string): Promise<Program> {
  const folder = join(root, 'packages/releases/core');
  const command = 'portal-release';
  const recipe = 'pipeline/release-remote.sh';
  const files = await bundleProgram({
    folder,
    entry: './src/cli/program.ts',
    name: command,
    node: OLDEST_NODE,
    isCommand: true,
  });
  return programPackage(
    folder,
    readPackage(folder),
    { [command]: `dist/${command}.js`, 'portal-pipeline': recipe },
    new Map([...files, [recipe, readFileSync(join(root, 'docs', recipe), 'utf8')]]),
  );
}

/** The oldest Node that reads the remote's `rspack.config.ts`. */
const RUNS_TYPESCRIPT = '>=22.18';

/** The folders and files that the web server and the development backend read beside their code. */
const READ_BESIDE = {
  site: 'packages/delivery/web-server/site',
  migrations: 'packages/development/dev-backend/migrations',
  'dist/pages/pages.css': 'packages/development/dev-backend/src/pages/pages.css',
  'dist/end-with-parent.mjs': 'scripts/processes/end-with-parent.mjs',
};

function filesBelow(path: string): readonly (readonly [string, Uint8Array])[] {
  if (statSync(path).isFile()) return [['', readFileSync(path)]];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [file.slice(path.length), readFileSync(file)]);
}

/**
 * What runs a remote in a repository of its own: the development server, and the development backend. The bundler and
 * the packages of the backend are installed beside it.
 */
export async function developmentProgram(root: string, catalog: Catalog): Promise<Program> {
  const backend = join(root, 'packages/development/dev-backend');
  const federation = join(root, 'packages/build/federation');
  const { version } = readPackage(federation);
  const bundle = async (folder: string, entry: string, name: string, external: (name: string) => boolean) =>
    await bundleProgram({ folder, entry, name, node: OLDEST_NODE, isCommand: name === 'portal-dev', external });
  const ofOthers = (name: string) => !name.startsWith('@portal/');
  const bundles = [
    await bundle(backend, './src/main.ts', 'database/development-backend', ofOthers),
    await bundle(backend, './src/database/prepare-cluster.ts', 'database/prepare-cluster', ofOthers),
    await bundle(root, './scripts/dev/program.ts', 'portal-dev', (name) => name === '@portal/federation/development'),
  ];
  const files = bundles.flatMap((each) => [...each]);
  const beside = Object.entries(READ_BESIDE).flatMap(([name, from]) =>
    filesBelow(join(root, from)).map(([file, bytes]) => [`${name}${file}`, bytes] as const),
  );
  const code = new Map(files.filter(([file]) => file.startsWith('dist/database/')));
  const needed = neededPackages(code, '', catalog).filter((name) => !name.startsWith('@types/'));
  const dependencies = Object.fromEntries(needed.map((name) => [name, catalog[name]]));
  return programPackage(
    federation,
    {
      name: '@portal/development',
      version,
      description: 'Runs a remote in a page of the eBike Portal, with hot reload.',
    },
    { 'portal-dev': 'dist/portal-dev.js' },
    new Map<string, string | Uint8Array>([...files, ...beside]),
    { engines: { node: RUNS_TYPESCRIPT }, dependencies, peerDependencies: { '@portal/federation': version } },
  );
}

const textsBelow = (folder: string): readonly (readonly [string, string])[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [file.slice(folder.length + 1), readFileSync(file, 'utf8')];
    });

/** Files that are in every repository as they are here. */
const AS_HERE = ['.oxfmtrc.json', '.editorconfig'];

interface Contents {
  readonly catalog: Catalog;
  /** How this repository has packages installed. */
  readonly installation: object;
  /** Names of the libraries, which all have the version of this program. */
  readonly libraries: readonly string[];
}

/** How a new repository installs: the catalog has the libraries, so that npm, which cannot read it, takes none of them. */
function newWorkspace({ installation, libraries }: Contents, version: string): object {
  const catalog = Object.fromEntries(libraries.toSorted().map((name) => [name, version]));
  // A library is not a stranger's package, and may be needed on the day of its publication.
  return { catalog, ...installation, minimumReleaseAgeExclude: ['@portal/*'] };
}

/** What makes a repository for a new remote: templates, and the versions of all packages. */
export async function createProgram(root: string, contents: Contents): Promise<Program> {
  const folder = join(root, 'packages/build/create-remote');
  const command = 'create-remote';
  const given = readPackage(folder);
  const libraries = Object.fromEntries(contents.libraries.map((name) => [name, 'catalog:']));
  const kit = { pnpm: PNPM, packages: { ...contents.catalog, ...libraries } };
  const workspace = stringify(newWorkspace(contents, given.version), { singleQuote: true });
  const files = new Map<string, string | Uint8Array>([
    ...(await bundleProgram({ folder, entry: './src/program.ts', name: command, node: OLDEST_NODE, isCommand: true })),
    ['kit.json', JSON.stringify(kit)],
    ['templates/repository/pnpm-workspace.yaml.template', workspace],
    ...AS_HERE.map(
      (file) => [`templates/repository/${file}.template`, readFileSync(join(root, file), 'utf8')] as const,
    ),
    ...['templates/remote', 'templates/repository'].flatMap((template) =>
      textsBelow(join(folder, template)).map(([file, text]) => [`${template}/${file}`, text] as const),
    ),
  ]);
  return programPackage(folder, given, { [command]: `dist/${command}.js` }, files);
}
