import { execFile } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseInput } from '@portal/contract/parse';
import type { Provenance, Source } from '@portal/contract/provenance';
import { parseProvenance } from '@portal/contract/provenance';
import * as v from 'valibot';
import { sha256 } from './hashed-json.ts';
import { installedVersion } from './part.ts';
import { chooseRuntime } from './choose-runtime.ts';

const run = promisify(execFile);
const LOCK_FILE = 'pnpm-lock.yaml';
/** The folder of this package, whose dependencies are inside it, or, where it is installed as a library, beside it. */
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

function toolVersion(name: string, folder = PACKAGE): string | undefined {
  const above = dirname(folder);
  return installedVersion(name, folder) ?? (above === folder ? undefined : toolVersion(name, above));
}

/** The folder with the lock file: `folder` or one above it. */
function findWorkspace(folder: string): string | undefined {
  if (existsSync(join(folder, LOCK_FILE))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : findWorkspace(above);
}

/** Without the variables of git: a hook that builds would otherwise lead to its own repository. */
const environment = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));

/** The output of git; undefined if it fails or there is no git. */
async function git(folder: string, ...args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run('git', ['--no-optional-locks', ...args], { cwd: folder, env: environment() });
    return stdout.trim();
  } catch {
    return undefined;
  }
}

/**
 * The address of a remote repository without user, password and query. Undefined if it is on the building machine.
 * git@host:portal.git -> host:portal.git
 */
export function publicAddress(remote: string): string | undefined {
  const short = /^(?:[^/@:]+@)?(?<host>[^/@:]{2,}):(?<path>(?!\/\/).+)$/.exec(remote)?.groups;
  if (short) return `${short['host'] ?? ''}:${short['path'] ?? ''}`;
  if (!URL.canParse(remote)) return undefined;
  const { protocol, host, pathname } = new URL(remote);
  return ['https:', 'http:', 'ssh:', 'git:'].includes(protocol) ? `${protocol}//${host}${pathname}` : undefined;
}

/** Where the sources come from. Null unless `workspace` is the root of a git repository with a commit. */
async function readSource(workspace: string): Promise<Source | null> {
  const root = await git(workspace, 'rev-parse', '--show-toplevel');
  const commit = await git(workspace, 'rev-parse', '--verify', 'HEAD');
  const changes = await git(workspace, 'status', '--porcelain');
  if (root === undefined || commit === undefined || changes === undefined) return null;
  // An archive that was unpacked inside somebody's repository does not belong to it.
  if (realpathSync(root) !== realpathSync(workspace)) return null;
  // Not `git remote get-url`, which adds what the user's settings put in its place.
  const remote = await git(workspace, 'config', '--get', 'remote.origin.url');
  return { repository: publicAddress(remote ?? '') ?? null, commit, clean: changes === '' };
}

const ModulesSchema = v.object({ packageManager: v.pipe(v.string(), v.regex(/^pnpm@/)) });

/** The version of the pnpm that installed the dependencies. */
function pnpmVersion(workspace: string): string | undefined {
  const file = join(workspace, 'node_modules/.modules.yaml');
  if (!existsSync(file)) return undefined;
  // JSON, which is YAML, too.
  const modules = parseInput(file, ModulesSchema, JSON.parse(readFileSync(file, 'utf8')));
  return modules.packageManager.replace('pnpm@', '');
}

function toolVersions(workspace: string | undefined): Record<string, string> {
  const versions = {
    '@module-federation/enhanced': toolVersion('@module-federation/enhanced'),
    '@rspack/core': toolVersion('@rspack/core'),
    pnpm: workspace === undefined ? undefined : pnpmVersion(workspace),
  };
  return Object.fromEntries(
    Object.entries(versions).flatMap(([name, version]) => (version === undefined ? [] : [[name, version]])),
  );
}

/** Where a build of the part in `folder` comes from, at this moment. */
export async function readProvenance(folder: string): Promise<Provenance> {
  const workspace = findWorkspace(folder);
  return parseProvenance('the provenance', {
    schema: 1,
    builtAt: new Date().toISOString(),
    source: workspace === undefined ? null : await readSource(workspace),
    lockFile: workspace === undefined ? null : sha256(readFileSync(join(workspace, LOCK_FILE))).integrity,
    node: process.versions.node,
    tools: toolVersions(workspace),
    runTime: chooseRuntime(),
  });
}
