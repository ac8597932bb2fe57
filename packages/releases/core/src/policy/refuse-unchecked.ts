import { getViews } from '../format/release.ts';
import { minute } from '../format/format-values.ts';
import type { Check } from '../store/checks.ts';
import { hasPassed } from '../store/checks.ts';
import type { PlannedRelease } from '../store/store.ts';
import type { Refusal } from './refusal.ts';
import { refusal } from './refusal.ts';

/**
 * A version of a remote in a version of the shell. A page depends on nothing else that is released: no remote runs in
 * another one's page.
 */
interface Pair {
  readonly shell: string;
  readonly name: string;
  readonly version: string;
}

/** The pairs in which visitors of a release meet a version: a remote with each shell, the shell with each remote. */
function pairsWith(release: PlannedRelease, name: string, version: string): readonly Pair[] {
  const pairs = new Map<string, Pair>();
  for (const { shell, remotes } of getViews({ ...release, previous: null })) {
    const given = name === 'shell' ? shell : remotes[name];
    if (given?.version !== version) continue;
    for (const [other, remote] of Object.entries(remotes)) {
      if (name !== 'shell' && other !== name) continue;
      const pair = { shell: shell.version, name: other, version: remote.version };
      pairs.set(JSON.stringify(pair), pair);
    }
  }
  return [...pairs.values()];
}

const sees = ({ views }: Check, { shell, name, version }: Pair): boolean =>
  views.some((view) => view.shell === shell && view.remotes[name] === version);

/** What the checks of a version say of a release that has it. */
interface Standing {
  /** The newest check that found something wrong with what visitors would get. */
  readonly failed: Check | undefined;
  /** What no check has seen. */
  readonly unseen: readonly Pair[];
}

/** What the checks of a version, the newest first, say of a release. Of each pair its newest check counts. */
function assessStanding(release: PlannedRelease, name: string, version: string, checks: readonly Check[]): Standing {
  const pairs = pairsWith(release, name, version);
  const failed = checks.find(
    (check) => !hasPassed(check) && pairs.some((pair) => checks.find((each) => sees(each, pair)) === check),
  );
  return { failed, unseen: pairs.filter((pair) => !checks.some((check) => sees(check, pair))) };
}

/** The paths of the pages that a check found fault with. */
export const failedPaths = ({ pages }: Pick<Check, 'pages'>): readonly string[] =>
  pages.filter(({ faults }) => faults.length > 0).map(({ path }) => path);

/** Refuses a version that has to be checked, unless all that visitors of the release would get was seen to work. */
export function refuseUnchecked(
  release: PlannedRelease,
  name: string,
  version: string,
  checks: readonly Check[],
  command: string,
): readonly Refusal[] {
  const { failed, unseen } = assessStanding(release, name, version, checks);
  const [first] = unseen;
  if (!failed && !first && checks.length > 0) return [];
  const what = `${name} ${version}`;
  const refuse = (side: string, problem: string, remedy = `Check it: ${command}`) => [
    refusal('not-checked', [what, side], problem, remedy),
  ];
  if (failed)
    return refuse(
      `the check of ${minute(failed.at)}`,
      `A check found fault with ${what} (${failedPaths(failed).join(', ')}), by ${failed.by} at ${minute(failed.at)}.`,
      `What was seen: npm run release -- status ${name}@${version}. After a repair elsewhere, check again: ${command}`,
    );
  if (!first || checks.length === 0) return refuse('the configuration', `${what} has to be checked, and was not.`);
  const other = name === 'shell' ? `with ${first.name} ${first.version}` : `in shell ${first.shell}`;
  return refuse(other, `${what} was checked, but not ${other}, as visitors would get it.`);
}
