import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { FROZEN } from '../bootstrap/install.mjs';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/** Folders without sources. */
const NOT_COPIED = new Set(['node_modules', 'dist', '.git', '.portal', 'test-results']);

/** A copy of the repository's sources with the installed dependencies, for tests that change and build them. */
export interface SourceCopy {
  readonly root: string;
  /** Writes in one step, so that a watcher never sees a half-written file. */
  edit(file: string, change: (text: string) => string): Promise<void>;
  /**
   * Runs `npm run new:remote` and gives the new remote the dependencies that every remote has. @returns the command's
   * output.
   */
  newRemote(name: string): Promise<string>;
  /**
   * Builds one part, with further environment variables, and gives the folder of the build. @throws with the bundler's
   * message.
   */
  build(part: string, env?: Readonly<Record<string, string>>): Promise<string>;
  remove(): Promise<void>;
}

interface CopyOptions {
  /** Folder of the copy; the system's temporary folder if it is left out. */
  readonly parent?: string;
  /**
   * Installs the dependencies anew, instead of sharing the repository's: the copy then has nothing outside its folder.
   */
  readonly install?: boolean;
}

/** The repository's installation, but with links to the workspace's packages that lead into the copy. */
async function shareInstallation(root: string): Promise<void> {
  const [from, to] = [ROOT, root].map((folder) => join(folder, 'node_modules')) as [string, string];
  await mkdir(to);
  for (const entry of await readdir(from))
    if (entry === '@portal') await cp(join(from, entry), join(to, entry), { recursive: true, verbatimSymlinks: true });
    else await symlink(join(from, entry), join(to, entry));
}

/** Copies the repository without the folders in `without`. */
export async function copySources(
  without: readonly string[] = [],
  { parent = tmpdir(), install = false }: CopyOptions = {},
): Promise<SourceCopy> {
  const root = await mkdtemp(join(parent, 'portal-sources-'));
  const skipped = new Set(without);
  const isCopied = (name: string) => !NOT_COPIED.has(name) || (name === 'node_modules' && !install);
  for (const entry of await readdir(ROOT)) {
    if (NOT_COPIED.has(entry) || skipped.has(entry)) continue;
    await cp(join(ROOT, entry), join(root, entry), {
      recursive: true,
      // The installed links between the workspace's packages are relative, so they lead into the copy.
      verbatimSymlinks: true,
      filter: (source) => isCopied(basename(source)),
    });
  }
  if (install) await run(FROZEN.command, FROZEN.args, { cwd: root });
  else await shareInstallation(root);
  return {
    root,
    async edit(file, change) {
      const path = join(root, file);
      const written = join(root, 'edit.tmp');
      await writeFile(written, change(await readFile(path, 'utf8')));
      await rename(written, path);
    },
    async newRemote(name) {
      // The copy shares its installation with the repository, which must not change.
      const command = [join(root, 'scripts/new-remote.ts'), name, '--no-install'];
      const { stdout } = await run(process.execPath, command, { cwd: root });
      const installed = join(ROOT, 'mfe-developer/node_modules');
      await cp(installed, join(root, name, 'node_modules'), { recursive: true, verbatimSymlinks: true });
      return stdout;
    },
    async build(part, env = {}) {
      const folder = join(root, part);
      await run(process.execPath, [join(folder, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], {
        cwd: folder,
        env: { ...process.env, NODE_ENV: 'production', ...env },
      });
      return join(folder, 'dist');
    },
    remove: async () => await rm(root, { recursive: true, force: true }),
  };
}
