import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { PNPM } from '../../scripts/bootstrap/install.mjs';
import { bundleProgram, OLDEST_NODE } from './bundle-program.ts';
import type { Package } from './libraries.ts';
import { readPackage } from './libraries.ts';
import type { Catalog } from './packed-manifest.ts';

/** A package with programs: its files, and those that can be run. */
interface Program {
  readonly name: string;
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly runnable: readonly string[];
}

function programPackage(
  { name, version, description }: Package,
  bin: Readonly<Record<string, string>>,
  files: Program['files'],
): Program {
  const engines = { node: `>=${OLDEST_NODE}` };
  const manifest = { name, version, description, license: 'UNLICENSED', type: 'module', bin, engines };
  return {
    name,
    runnable: Object.values(bin),
    files: new Map([
      ...files,
      ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
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
    readPackage(folder),
    { [command]: `dist/${command}.js`, 'portal-pipeline': recipe },
    new Map([...files, [recipe, readFileSync(join(root, 'docs', recipe), 'utf8')]]),
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
  /** The libraries' tarballs, by name of the package. */
  readonly libraries: ReadonlyMap<string, { readonly file: string; readonly bytes: Uint8Array }>;
}

/**
 * What makes a repository for a new remote: templates, and all libraries, so that it needs nothing else of the portal.
 */
export async function createProgram(root: string, contents: Contents): Promise<Program> {
  const folder = join(root, 'packages/build/create-remote');
  const command = 'create-remote';
  const from = [...contents.libraries].map(([name, { file }]) => [name, `file:libraries/${file}`] as const);
  const kit = { pnpm: PNPM, packages: { ...contents.catalog, ...Object.fromEntries(from) } };
  const files = new Map<string, string | Uint8Array>([
    ...(await bundleProgram({ folder, entry: './src/program.ts', name: command, node: OLDEST_NODE, isCommand: true })),
    ['kit.json', JSON.stringify(kit)],
    ['templates/repository/pnpm-workspace.yaml.template', stringify(contents.installation, { singleQuote: true })],
    ...AS_HERE.map(
      (file) => [`templates/repository/${file}.template`, readFileSync(join(root, file), 'utf8')] as const,
    ),
    ...['templates/remote', 'templates/repository'].flatMap((template) =>
      textsBelow(join(folder, template)).map(([file, text]) => [`${template}/${file}`, text] as const),
    ),
    ...[...contents.libraries.values()].map(({ file, bytes }) => [`libraries/${file}`, bytes] as const),
  ]);
  return programPackage(readPackage(folder), { [command]: `dist/${command}.js` }, files);
}
