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
import { runCommand } from '../processes/run-command.ts';
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

/**
 * SHA-256 (hex) of the inputs of the build of `part`: its folder, the workspace packages that it needs, SHARED_FILES,
 * and the run time of Module Federation that the environment chooses. Tests, installed packages and earlier builds do
 * not count.
 */
async function inputHash(root: string, part: string): Promise<string> {
  const folders = [...(await packageFolders(root, part))];
  const sources = (await Promise.all(folders.map((folder) => filesBelow(join(root, folder))))).flat();
  const files = [...sources, ...SHARED_FILES.map((file) => join(root, file))].toSorted();

  const hash = createHash('sha256').update(`${process.versions.node} ${process.env['FEDERATION_RUNTIME'] || 'own'}`);
  for (const file of files) {
    const bytes = await readFile(file);
    hash.update(`\n${relative(root, file).split(sep).join('/')} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/** A build failed. The message contains the bundler's output. */
class BuildError extends PlainError {}

interface BuildOptions {
  readonly root: string;
  readonly cacheFolder: string;
  /** Runs the bundler in `part`'s folder; rejects with its output. */
  readonly build: (part: string, versionSuffix: string) => Promise<void>;
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

async function buildOne(options: BuildOptions, part: string, input: string): Promise<void> {
  const record = join(options.cacheFolder, `${part}.json`);
  // If the build is interrupted, the record of the previous build must not count as current.
  await rm(record, { force: true });
  await options.build(part, `local.b${input.slice(0, 7)}`);
  const manifest = await readIfPresent(manifestFile(options.root, part));
  if (!manifest) throw new BuildError(`${part}: the build left no dist/manifest.json.`);
  await writeFile(record, toRecord(input, manifest));
}

/** Builds the parts whose inputs have changed, two at a time. @throws {BuildError} for the first build that fails. */
export async function buildParts(options: BuildOptions): Promise<BuildReport> {
  await mkdir(options.cacheFolder, { recursive: true });
  const inputs = new Map<string, string>();
  const { parts = listParts(options.root) } = options;
  for (const part of parts) inputs.set(part, await inputHash(options.root, part));

  const stale: string[] = [];
  for (const [part, input] of inputs) if (!(await isCurrent(options, part, input))) stale.push(part);

  const running = new Set<string>();
  const waiting = [...stale];
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      running.add(part);
      options.note(`${done} of ${stale.length} done; now ${[...running].join(', ')}`);
      try {
        await buildOne(options, part, inputs.get(part) ?? '');
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
      running.delete(part);
      done += 1;
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: CONCURRENT_BUILDS }, worker));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return { built: stale, reused: parts.filter((part) => !stale.includes(part)) };
}

/** Runs the bundler in the part's folder. @throws {BuildError} with its output; an AbortError when `signal` aborts. */
async function bundle(root: string, part: string, versionSuffix: string, signal: AbortSignal): Promise<void> {
  const folder = join(root, part);
  const rspack = join(folder, 'node_modules/@rspack/cli/bin/rspack.js');
  const { code, output } = await runCommand({
    file: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', rspack, 'build'],
    cwd: folder,
    env: { PORTAL_VERSION_SUFFIX: versionSuffix, NODE_ENV: 'production' },
    signal,
  });
  if (code !== 0) throw new BuildError(`${part} does not build:\n${output}`);
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
        build: async (part, versionSuffix) => {
          await bundle(root, part, versionSuffix, signal);
        },
      });
      note(`${built.length} built, ${reused.length} reused`);
    } finally {
      unlock();
    }
  });
}
