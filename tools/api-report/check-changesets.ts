import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readChangesets } from '@changesets/read';
import { parseInput } from '@portal/contract/parse';
import { PlainError } from '@portal/node-kit/plain-error';
import * as v from 'valibot';
import { parseReport, REPORT } from './report-text.ts';

type Bump = 'minor' | 'major';
/** What a changeset may say, by how much it is. */
const BUMPS = ['none', 'patch', 'minor', 'major'] as const;

const PackageSchema = v.object({ name: v.string(), version: v.string() });
const readName = (file: string, text: string) => parseInput(file, PackageSchema, JSON.parse(text));

/** @throws {PlainError} where the history is missing. */
function git(root: string, ...args: readonly string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch (cause) {
    throw new PlainError(`Git does not say what the libraries had in their last version ("git ${args.join(' ')}").`, {
      cause,
    });
  }
}

/** The commit that gave the libraries their version; undefined if it is not committed yet. */
function findLastVersion(root: string, folder: string): string | undefined {
  if (git(root, 'rev-parse', '--is-shallow-repository') === 'true')
    throw new PlainError(
      'This clone has no whole history, which has the last version of the libraries: git fetch --unshallow',
    );
  const file = join(folder, 'package.json');
  const present = readFileSync(join(root, file), 'utf8');
  const { version } = readName(file, present);
  const committed = git(root, 'ls-tree', 'HEAD', file) === '' ? undefined : git(root, 'show', `HEAD:./${file}`);
  if (committed === undefined || readName(file, committed).version !== version) return undefined;
  return git(root, 'log', '--max-count=1', '--format=%H', '-G', '^  "version": ', '--', file);
}

/** What a report needs that differs from that of the last version. */
function neededBump(folder: string, before: string, now: string): Bump | undefined {
  if (before === now) return undefined;
  return parseReport(folder, now).breaks > parseReport(folder, before).breaks ? 'major' : 'minor';
}

/**
 * One sentence for each library whose surface has changed since its last version, without a changeset that says as much:
 * "minor" for what is new, "major" for what is gone or narrowed.
 * @throws {PlainError} without the history.
 */
export async function checkChangesets(root: string): Promise<readonly string[]> {
  const changesets = await readChangesets(root);
  return globSync(`packages/portal/*/${REPORT}`, { cwd: root })
    .toSorted()
    .flatMap((report) => {
      const folder = dirname(report);
      const commit = findLastVersion(root, folder);
      if (commit === undefined) return [];
      const before =
        git(root, 'ls-tree', commit, report) === '' ? '' : `${git(root, 'show', `${commit}:./${report}`)}\n`;
      const bump = neededBump(folder, before, readFileSync(join(root, report), 'utf8'));
      const { name } = readName(folder, readFileSync(join(root, folder, 'package.json'), 'utf8'));
      if (bump === undefined) return [];
      const said = changesets.flatMap(({ releases }) => releases.filter((release) => release.name === name));
      if (said.some(({ type }) => BUMPS.indexOf(type) >= BUMPS.indexOf(bump))) return [];
      const what = bump === 'major' ? 'something is gone or narrowed' : 'something is new';
      return [
        `What ${name} gives has changed since its last version: ${what}. Say so in its changelog: npm run changeset -- --${bump} ${name} -m "What it means for a remote"`,
      ];
    });
}
