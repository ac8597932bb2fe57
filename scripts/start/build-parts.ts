import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '@portal/node-kit/error-code';
import { PlainError } from '@portal/node-kit/plain-error';
import { runCommand } from '../processes/run-command.ts';
import { inputHash } from './input-hash.ts';
import { partsOf } from './parts.ts';

const AT_ONCE = 2;

/** A build did not succeed; the message carries the bundler's own words. */
class BuildError extends PlainError {}

export interface BuildOptions {
  readonly root: string;
  readonly cacheFolder: string;
  /** Runs the bundler in `part`'s folder; rejects with its output. */
  readonly build: (part: string, versionSuffix: string) => Promise<void>;
  readonly note: (detail: string) => void;
}

/** Which parts were built, and which stood as they were. */
export interface BuildReport {
  readonly built: readonly string[];
  readonly reused: readonly string[];
}

/** What a finished build leaves in the cache: its inputs and its result. */
const recordOf = (input: string, manifest: Uint8Array): string =>
  `${JSON.stringify({ input, output: createHash('sha256').update(manifest).digest('hex') })}\n`;

async function readIfThere(file: string): Promise<Uint8Array | undefined> {
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
    readIfThere(join(cacheFolder, `${part}.json`)),
    readIfThere(manifestFile(root, part)),
  ]);
  return (
    record !== undefined && manifest !== undefined && Buffer.from(record).toString('utf8') === recordOf(input, manifest)
  );
}

async function buildOne(options: BuildOptions, part: string, input: string): Promise<void> {
  const record = join(options.cacheFolder, `${part}.json`);
  // A build that breaks off must not pass for the one before it.
  await rm(record, { force: true });
  await options.build(part, `local.b${input.slice(0, 7)}`);
  const manifest = await readIfThere(manifestFile(options.root, part));
  if (!manifest) throw new BuildError(`${part}: the build left no dist/manifest.json.`);
  await writeFile(record, recordOf(input, manifest));
}

/** Builds the parts whose inputs have changed, two at a time. @throws {BuildError} for the first that fails. */
export async function buildParts(options: BuildOptions): Promise<BuildReport> {
  await mkdir(options.cacheFolder, { recursive: true });
  const inputs = new Map<string, string>();
  const parts = partsOf(options.root);
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
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return { built: stale, reused: parts.filter((part) => !stale.includes(part)) };
}

/** Runs the bundler in the part's folder. @throws {BuildError} with its output; an AbortError when `signal` says so. */
export async function bundle(root: string, part: string, versionSuffix: string, signal: AbortSignal): Promise<void> {
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
