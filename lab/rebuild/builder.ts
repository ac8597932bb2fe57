import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version as versionSchema } from '@portal/contract/artifact';
import { parseInput } from '@portal/contract/parse';
import type { Provenance } from '@portal/contract/provenance';
import * as v from 'valibot';
import { ProcessError, runProcess } from './run-process.ts';

/** What is to be built. */
export interface BuildRequest {
  readonly name: string;
  readonly version: string;
  readonly commit: string;
  readonly provenance: Provenance;
}

/** A finished build. */
export interface FinishedBuild {
  /** The folder of the build. */
  readonly folder: string;
  /** The version of Node that built it. */
  readonly node: string;
}

/** Builds commits of a repository, each in a folder of its own. */
export interface Builder {
  hasCommit(commit: string): Promise<boolean>;
  /** @throws {ProcessError} if a step fails; the reason of the signal when that aborts. */
  build(order: BuildRequest): Promise<FinishedBuild>;
  /** Removes what was built. */
  clear(): Promise<void>;
}

interface BuilderOptions {
  /** A folder of the repository. */
  readonly repository: string;
  readonly signal: AbortSignal;
  /** Receives each step, as a sentence. */
  readonly onStep: (step: string) => void;
}

/** Without the variables of git, which would lead to another repository, as in a hook. */
const gitEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));

const PackageSchema = v.object({ version: versionSchema });

/** "1.2.0-local.0123abcd" of a package 1.2.0 -> "local.0123abcd" */
async function readSuffix(part: string, version: string): Promise<string> {
  const file = join(part, 'package.json');
  const document: unknown = JSON.parse(await readFile(file, 'utf8'));
  const start = `${parseInput(file, PackageSchema, document).version}-`;
  return version.startsWith(start) ? version.slice(start.length) : '';
}

/** The builder in this machine's folder for temporary files. */
export class LocalBuilder implements Builder {
  readonly #options: BuilderOptions;
  #folder: string | undefined;

  constructor(options: BuilderOptions) {
    this.#options = options;
  }

  async hasCommit(commit: string): Promise<boolean> {
    try {
      await this.#git(this.#options.repository, 'cat-file', '-e', `${commit}^{commit}`);
      return true;
    } catch (error) {
      if (error instanceof ProcessError) return false;
      throw error;
    }
  }

  async build({ name, version, commit, provenance }: BuildRequest): Promise<FinishedBuild> {
    const { onStep } = this.#options;
    this.#folder = await mkdtemp(join(tmpdir(), 'portal-rebuild-'));
    const sources = join(this.#folder, 'portal');
    onStep(`Checking out ${commit} …`);
    const root = await this.#git(this.#options.repository, 'rev-parse', '--show-toplevel');
    await this.#git(this.#folder, 'clone', '--quiet', '--shared', '--no-checkout', root.trim(), sources);
    await this.#git(sources, 'checkout', '--quiet', '--detach', commit);
    onStep('Installing its dependencies …');
    await this.#install(sources, provenance.tools['pnpm'] ?? '');
    onStep(`Building ${name} …`);
    const part = join(sources, name);
    const node = await this.#chooseNode(sources, provenance.node);
    await this.#run(node.file, [join(part, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], part, {
      ...process.env,
      PORTAL_VERSION_SUFFIX: await readSuffix(part, version),
      FEDERATION_RUNTIME: provenance.runTime,
    });
    return { folder: join(part, 'dist'), node: node.version };
  }

  async clear(): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** What the lock file says: from this machine's store of packages if that has everything, else from the registry. */
  async #install(sources: string, pnpm: string): Promise<void> {
    const args = ['--yes', `pnpm@${pnpm}`, 'install', '--frozen-lockfile'];
    try {
      await this.#run('npx', [...args, '--offline'], sources);
    } catch (error) {
      if (!(error instanceof ProcessError)) throw error;
      await this.#run('npx', args, sources);
    }
  }

  /**
   * The Node among the dependencies or the one that runs this, whichever is the named one; else the one that runs this.
   */
  async #chooseNode(sources: string, named: string): Promise<{ readonly file: string; readonly version: string }> {
    const own = { file: process.execPath, version: process.versions.node };
    const file = join(sources, 'node_modules/.bin/node');
    if (own.version === named || !existsSync(file)) return own;
    const version = (await this.#run(file, ['-p', 'process.versions.node'], sources)).trim();
    return version === named ? { file, version } : own;
  }

  #git(cwd: string, ...args: readonly string[]): Promise<string> {
    // No hooks: they belong to work in a checkout.
    return this.#run(
      'git',
      ['-c', 'core.hooksPath=/dev/null', '-c', 'core.autocrlf=false', ...args],
      cwd,
      gitEnvironment(),
    );
  }

  #run(file: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
    return runProcess(file, args, { cwd, env, signal: this.#options.signal });
  }
}
