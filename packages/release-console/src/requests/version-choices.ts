import type { HistoryEntry } from '@portal/release/operations/read-history';
import type { PartStatus, VersionStatus } from '@portal/release/operations/read-status';
import { compare } from 'semver';
import { momentOf } from '../pages/format.ts';
import { TAKE_OUT } from './read-request.ts';
import type { Act } from './read-request.ts';

/** What can be chosen in a form. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface Candidates {
  readonly part: PartStatus;
  readonly history: readonly HistoryEntry[];
}

/** The order in which versions were built, the newest first; those whose time is not known come last. */
export function byAge(a: VersionStatus, b: VersionStatus): number {
  const [left, right] = [a.builtAt ?? '', b.builtAt ?? ''];
  if (left === right) return compare(b.version, a.version, true);
  return left < right ? 1 : -1;
}

/** When a version was live last, by the history; undefined where it never was, or still is. */
function liveUntil({ history, part: { name } }: Candidates, version: string): string | undefined {
  const end = history.find(
    (entry) =>
      entry.state === 'whole' &&
      entry.changes.some((change) => change.name === name && change.kind === 'live' && change.from === version),
  );
  return end?.state === 'whole' ? end.at : undefined;
}

function optionOf(version: string, until: string | undefined): Option {
  return { value: version, label: until === undefined ? version : `${version}, live until ${momentOf(until)}` };
}

/** Versions that everybody could get instead of the live one, the newest first. */
function returnable({ versions, live }: PartStatus): readonly VersionStatus[] {
  return versions
    .filter(({ state, problem, version }) => state !== 'yanked' && problem === null && version !== live?.version)
    .toSorted(byAge);
}

/** Where a part can go back to: what was live before first, the latest of it first. */
function wayBack(candidates: Candidates): readonly Option[] {
  const { part } = candidates;
  if (!part.live) return [];
  const known = returnable(part).map(({ version }) => ({ version, until: liveUntil(candidates, version) }));
  const wereLive = known.filter(({ until }) => until !== undefined);
  const options = [
    ...wereLive.sort((a, b) => ((a.until ?? '') < (b.until ?? '') ? 1 : -1)),
    ...known.filter(({ until }) => until === undefined),
  ].map(({ version, until }) => optionOf(version, until));
  return part.name === 'shell' ? options : [...options, { value: TAKE_OUT, label: 'None: take it out of the portal' }];
}

/** Where a part can go on to: what is newer than the live version, or was never live; the canary first. */
function wayOn(candidates: Candidates): readonly Option[] {
  const { part } = candidates;
  const { canary, versions, live } = part;
  const current = versions.find(({ version }) => version === live?.version);
  const isNew = (version: VersionStatus): boolean =>
    !current || byAge(version, current) < 0 || liveUntil(candidates, version.version) === undefined;
  const options = returnable(part)
    .filter((version) => version.version === canary?.version || isNew(version))
    .map(({ version }) =>
      version === canary?.version
        ? { value: version, label: `${version}, canary at ${String(canary.percent)} %` }
        : optionOf(version, liveUntil(candidates, version)),
    );
  return options.sort((a, b) => Number(b.value === canary?.version) - Number(a.value === canary?.version));
}

/** The versions that a form of this act offers. */
export function offered(act: Act, candidates: Candidates): readonly Option[] {
  return act === 'rollback' ? wayBack(candidates) : wayOn(candidates);
}

/** Whether there is no version to go back to, so that a rollback can only take the part out. */
export function onlyTakesOut(candidates: Candidates): boolean {
  return wayBack(candidates).every(({ value }) => value === TAKE_OUT);
}

/** Whether an act can be done to a part at all. */
export function canDo(act: Act, candidates: Candidates): boolean {
  if (act === 'end-canary') return candidates.part.canary !== null;
  return offered(act, candidates).length > 0;
}
