import { execFileSync } from 'node:child_process';
import { PlainError } from '@portal/node-kit/plain-error';

const MAIN_BRANCHES = ['origin/main', 'main'];

/**
 * The files that differ from the main branch (on it: from the parent commit), with those that are not committed; paths
 * from the root.
 * @throws {PlainError} outside a Git checkout.
 */
export function listChangedFiles(root: string): readonly string[] {
  const git = (...args: string[]): string => {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch (cause) {
      throw new PlainError(
        `Git does not say what has changed ("git ${args.join(' ')}" failed). "npm test" runs everything.`,
        { cause },
      );
    }
  };
  const known = git('for-each-ref', '--format=%(refname:short)', 'refs/heads', 'refs/remotes').split('\n');
  const main = MAIN_BRANCHES.find((branch) => known.includes(branch));
  const head = git('rev-parse', 'HEAD');
  const fork = main === undefined ? head : git('merge-base', 'HEAD', main);
  // The first commit has no parent: then only what is not committed has changed.
  const parent = git('rev-list', '--parents', '-n', '1', 'HEAD').split(' ')[1];
  const base = fork === head ? (parent ?? head) : fork;
  const listed = [git('diff', '--name-only', '--no-renames', base), git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(listed.flatMap((lines) => lines.split('\n')).filter(Boolean))].toSorted();
}
