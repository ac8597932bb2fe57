import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import { parseJson } from '@portal/contract/parse-json';
import { hasCode } from '@portal/node-kit/error-code';
import { PlainError } from '@portal/node-kit/plain-error';
import { lockWhenFree } from '@portal/node-kit/process-lock';
import * as v from 'valibot';
import type { Builder } from './builder.ts';
import { BuildError, startBuilder } from './builder.ts';
import { listParts } from './parts.ts';
import type { Run } from './run-until-stopped.ts';

const CONCURRENT_BUILDS = 2;
const SHARED_FILES = [
  'pnpm-lock.yaml',
  'packages/build/remote-kit/src/tsconfig.base.json',
  'tsconfig.browser.json',
  'tsconfig.node.json',
];
const IGNORED_FOLDERS = new Set(['node_modules', 'dist']);
const NOT_BUILT = /\.(?:test|states)\.tsx?$|^README\.md$/;

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = entries
    .filter(({ name }) => !IGNORED_FOLDERS.has(name) && !name.startsWith('.') && !NOT_BUILT.test(name))
    .map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? await filesBelow(path) : [path];
    });
  return (await Promise.all(nested)).flat();
}

const Dependencies = v.optional(v.record(v.string(), v.string()), {});
const PackageSchema = v.object({ dependencies: Dependencies, devDependencies: Dependencies });
const SHARED_PACKAGE = /^@portal\/([a-z0-9-]+)$/;

/** The folder of a package of the workspace. */
function getFolder(root: string, name: string): string {
  const [file] = globSync(`packages/{,*/}${name}/package.json`, { cwd: root });
  if (file === undefined) throw new PlainError(`There is no package "${name}" in ${join(root, 'packages')}.`);
  return dirname(file);
}

/** Folders of a part and of the workspace packages that its build contains or uses. */
async function packageFolders(root: string, part: string): Promise<ReadonlySet<string>> {
  const folders = new Set([part]);
  // The iteration over a set also visits elements that are added during it.
  for (const folder of folders) {
    const file = join(folder, 'package.json');
    const document: unknown = parseJson(file, await readFile(join(root, file), 'utf8'));
    const { dependencies, devDependencies } = parseInput(file, PackageSchema, document);
    // Development dependencies count only for the part itself: those of a shared package do not influence the parts
    // that use it.
    for (const name of Object.keys(folder === part ? { ...dependencies, ...devDependencies } : dependencies)) {
      const shared = SHARED_PACKAGE.exec(name)?.[1];
      if (shared !== undefined) folders.add(getFolder(root, shared));
    }
  }
  return folders;
}

/** What a part is built of. */
interface Inputs {
  /** SHA-256 (hex). */
  readonly hash: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * The inputs of the build of `part`: its folder, the workspace packages that it needs, SHARED_FILES, and the run time of
 * Module Federation that the environment chooses. Tests, installed packages and earlier builds do not count.
 */
async function readInputs(root: string, part: string): Promise<Inputs> {
  const folders = [...(await packageFolders(root, part))];
  const sources = (await Promise.all(folders.map((folder) => filesBelow(join(root, folder))))).flat();
  const files = [...sources, ...SHARED_FILES.map((file) => join(root, file))].toSorted();

  const hash = createHash('sha256').update(`${process.versions.node} ${process.env['FEDERATION_RUNTIME'] || 'own'}`);
  let size = 0;
  for (const file of files) {
    const bytes = await readFile(file);
    size += bytes.length;
    hash.update(`\n${relative(root, file).split(sep).join('/')} ${bytes.length}\n`).update(bytes);
  }
  return { hash: hash.digest('hex'), size };
}

interface BuildOptions {
  readonly root: string;
  readonly cacheFolder: string;
  readonly startBuilder: () => Builder;
  readonly note: (detail: string) => void;
  /** All if left out. */
  readonly parts?: readonly string[];
}

export interface BuildReport {
  readonly built: readonly string[];
  readonly reused: readonly string[];
}

/** The cache entry of a finished build: hashes of its inputs and of its result. */
const toRecord = (input: string, manifest: Uint8Array): string =>
  `${JSON.stringify({ input, output: createHash('sha256').update(manifest).digest('hex') })}\n`;

async function readIfPresent(file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const manifestFile = (root: string, part: string): string => join(root, part, 'dist/manifest.json');

async function isCurrent({ root, cacheFolder }: BuildOptions, part: string, input: string): Promise<boolean> {
  const [record, manifest] = await Promise.all([
    readIfPresent(join(cacheFolder, `${part}.json`)),
    readIfPresent(manifestFile(root, part)),
  ]);
  return (
    record !== undefined && manifest !== undefined && Buffer.from(record).toString('utf8') === toRecord(input, manifest)
  );
}

async function buildOne(options: BuildOptions, builder: Builder, part: string, input: string): Promise<void> {
  const record = join(options.cacheFolder, `${part}.json`);
  // If the build is interrupted, the record of the previous build must not count as current.
  await rm(record, { force: true });
  await builder.build(part, `local.b${input.slice(0, 7)}`);
  const manifest = await readIfPresent(manifestFile(options.root, part));
  if (!manifest) throw new BuildError(`${part}: the build left no dist/manifest.json.`);
  await writeFile(record, toRecord(input, manifest));
}

/**
 * Builds the parts whose inputs have changed, two at a time, the largest first: what takes longest must not be left for
 * the end. @throws {BuildError} for the first build that fails.
 */
export async function buildParts(options: BuildOptions): Promise<BuildReport> {
  await mkdir(options.cacheFolder, { recursive: true });
  const { parts = listParts(options.root) } = options;
  const stale: { readonly part: string; readonly inputs: Inputs }[] = [];
  for (const part of parts) {
    const inputs = await readInputs(options.root, part);
    if (!(await isCurrent(options, part, inputs.hash))) stale.push({ part, inputs });
  }

  const running = new Set<string>();
  const waiting = stale.toSorted((a, b) => b.inputs.size - a.inputs.size);
  const work = async (): Promise<void> => {
    const builder = options.startBuilder();
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        running.add(next.part);
        const done = stale.length - waiting.length - running.size;
        options.note(`${done} of ${stale.length} done; now ${[...running].join(', ')}`);
        await buildOne(options, builder, next.part, next.inputs.hash);
        running.delete(next.part);
      }
    } finally {
      // Nothing more is begun after a failure.
      waiting.length = 0;
      builder.close();
    }
  };
  const outcomes = await Promise.allSettled(waiting.slice(0, CONCURRENT_BUILDS).map(work));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  const built = stale.map(({ part }) => part);
  return { built, reused: parts.filter((part) => !built.includes(part)) };
}

/** Builds those of the parts (all, if none are named) that changed. Only one process builds at a time. */
export async function build(
  { settings: { root, cacheFolder }, progress, signal }: Run,
  parts: readonly string[] = listParts(root),
): Promise<void> {
  await progress.step('Building what has changed', async (note) => {
    await mkdir(cacheFolder, { recursive: true });
    const unlock = await lockWhenFree(join(cacheFolder, 'build'), signal, (holder) => {
      note(`waiting for process ${holder}, which is also building`);
    });
    try {
      const { built, reused } = await buildParts({
        root,
        cacheFolder,
        parts,
        note,
        startBuilder: () => startBuilder(root, signal),
      });
      note(`${built.length} built, ${reused.length} reused`);
    } finally {
      unlock();
    }
  });
}
