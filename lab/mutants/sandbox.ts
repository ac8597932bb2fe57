import { globSync } from 'node:fs';
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PlainError } from '@portal/node-kit/plain-error';
import { runCommand } from '../../scripts/processes/run-command.ts';
import type { Mutant } from './mutant.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A copy of the committed sources, in which one mutant at a time is applied. */
interface Builder {
  readonly root: string;
  apply(mutant: Mutant): Promise<void>;
  revert(mutant: Mutant): Promise<void>;
  remove(): Promise<void>;
}

const isFolder = async (path: string) => (await lstat(path).catch(() => undefined))?.isDirectory() === true;

/** The root and the folders of the workspace's packages that have dependencies. */
async function installedFolders(): Promise<readonly string[]> {
  const packages = globSync('packages/{,*/}*', { cwd: ROOT });
  const candidates = ['', ...(await readdir(ROOT)), ...packages];
  const have = await Promise.all(candidates.map((folder) => isFolder(join(ROOT, folder, 'node_modules'))));
  return candidates.filter((_, index) => have[index]);
}

/** Links the installed packages. The workspace's own packages are linked relatively, so the copy has its own. */
async function linkDependencies(root: string): Promise<void> {
  for (const folder of await installedFolders()) {
    const [from, to] = [ROOT, root].map((base) => join(base, folder, 'node_modules'));
    if (from === undefined || to === undefined) continue;
    await cp(from, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !['.pnpm', '.cache'].includes(basename(source)),
    });
  }
  await symlink(join(ROOT, 'node_modules/.pnpm'), join(root, 'node_modules/.pnpm'));
}

async function git(cwd: string, ...args: readonly string[]): Promise<void> {
  const { code, output } = await runCommand({ file: 'git', args, cwd });
  if (code !== 0) throw new PlainError(`git ${args.join(' ')} failed:\n${output}`);
}

/** Makes a copy of the last commit: what is not committed is not in it. */
export async function openSandbox(): Promise<Builder> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-mutants-'));
  const root = join(folder, 'portal');
  await mkdir(root);
  await git(ROOT, 'clone', '--quiet', '--shared', ROOT, root);
  await linkDependencies(root);
  return {
    root,
    async apply({ id, file, find, replace }) {
      const path = join(root, file);
      const [before, after, ...more] = (await readFile(path, 'utf8')).split(find);
      if (before === undefined || after === undefined || more.length > 0)
        throw new PlainError(`The text of ${id} does not occur once in ${file}. Is the change committed?`);
      await writeFile(path, before + replace + after);
    },
    revert: async ({ file }) => await git(root, 'checkout', '--quiet', '--', file),
    remove: async () => await rm(folder, { recursive: true, force: true }),
  };
}
