import type { HistoryEntry } from '@portal/release/operations/read-history';
import type { PartStatus, VersionStatus } from '@portal/release/operations/read-status';
import { compare } from 'semver';
import { formatDateTime } from '../pages/format.ts';
import { NO_VERSION } from './read-request.ts';
import type { Act } from './read-request.ts';

/** An option of a form's select field. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface PartHistory {
  readonly part: PartStatus;
  readonly history: readonly HistoryEntry[];
}

/** Sorts versions by build time, newest first; versions of unknown build time come last. */
export function newestFirst(a: VersionStatus, b: VersionStatus): number {
  const [left, right] = [a.builtAt ?? '', b.builtAt ?? ''];
  if (left === right) return compare(b.version, a.version, true);
  return left < right ? 1 : -1;
}

/** When a version was last live, by the history; undefined if it never was, or still is. */
function liveUntil({ history, part: { name } }: PartHistory, version: string): string | undefined {
  const end = history.find(
    (entry) =>
      entry.state === 'intact' &&
      entry.changes.some((change) => change.name === name && change.kind === 'live' && change.from === version),
  );
  return end?.state === 'intact' ? end.at : undefined;
}

function choiceOf(version: string, until: string | undefined): Choice {
  return { value: version, label: until === undefined ? version : `${version}, live until ${formatDateTime(until)}` };
}

/** Versions that could replace the live one, newest first. */
function releasableVersions({ versions, live }: PartStatus): readonly VersionStatus[] {
  return versions
    .filter(({ state, problem, version }) => state !== 'yanked' && problem === null && version !== live?.version)
    .toSorted(newestFirst);
}

/** Versions to roll back to: first those that were live before, the latest first. */
function rollbackChoices(partHistory: PartHistory): readonly Choice[] {
  const { part } = partHistory;
  if (!part.live) return [];
  const known = releasableVersions(part).map(({ version }) => ({ version, until: liveUntil(partHistory, version) }));
  const wereLive = known.filter(({ until }) => until !== undefined);
  const options = [
    ...wereLive.sort((a, b) => ((a.until ?? '') < (b.until ?? '') ? 1 : -1)),
    ...known.filter(({ until }) => until === undefined),
  ].map(({ version, until }) => choiceOf(version, until));
  return part.name === 'shell'
    ? options
    : [...options, { value: NO_VERSION, label: 'None: take it out of the portal' }];
}

/** Versions to promote: newer than the live one, or never live before; the canary first. */
function promotionChoices(partHistory: PartHistory): readonly Choice[] {
  const { part } = partHistory;
  const { canary, versions, live } = part;
  const current = versions.find(({ version }) => version === live?.version);
  const isNew = (version: VersionStatus): boolean =>
    !current || newestFirst(version, current) < 0 || liveUntil(partHistory, version.version) === undefined;
  const options = releasableVersions(part)
    .filter((version) => version.version === canary?.version || isNew(version))
    .map(({ version }) =>
      version === canary?.version
        ? { value: version, label: `${version}, canary at ${String(canary.percent)} %` }
        : choiceOf(version, liveUntil(partHistory, version)),
    );
  return options.sort((a, b) => Number(b.value === canary?.version) - Number(a.value === canary?.version));
}

export function versionChoices(act: Act, partHistory: PartHistory): readonly Choice[] {
  return act === 'rollback' ? rollbackChoices(partHistory) : promotionChoices(partHistory);
}

/** Whether a rollback can only take the part out, because there is no other version. */
export function onlyTakesOut(partHistory: PartHistory): boolean {
  return rollbackChoices(partHistory).every(({ value }) => value === NO_VERSION);
}

export function isPossible(act: Act, partHistory: PartHistory): boolean {
  if (act === 'end-canary') return partHistory.part.canary !== null;
  return versionChoices(act, partHistory).length > 0;
}
