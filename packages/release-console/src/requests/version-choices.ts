import type { HistoryEntry } from '@portal/release/operations/read-history';
import type { PartStatus, VersionStatus } from '@portal/release/operations/read-status';
import { compare } from 'semver';
import { formatDateTime } from '../pages/format.ts';
import { NO_VERSION } from './read-request.ts';
import type { Action } from './read-request.ts';

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

type IntactEntry = Extract<HistoryEntry, { readonly state: 'intact' }>;

/** The latest release that replaced a live version; undefined if the version was never live, or still is. */
function replacedBy({ history, part: { name } }: PartHistory, version: string): IntactEntry | undefined {
  return history
    .filter((entry) => entry.state === 'intact')
    .find(({ changes }) =>
      changes.some((change) => change.name === name && change.kind === 'live' && change.from === version),
    );
}

function choiceOf(version: string, replaced: IntactEntry | undefined): Choice {
  return { value: version, label: replaced ? `${version}, live until ${formatDateTime(replaced.at)}` : version };
}

/** Versions that could replace the live one, newest first. */
function releasableVersions({ versions, live }: PartStatus): readonly VersionStatus[] {
  return versions
    .filter(({ state, problem, version }) => state !== 'yanked' && problem === null && version !== live?.version)
    .toSorted(newestFirst);
}

const NOT_CHOSEN: Choice = { value: '', label: 'Choose a version' };

/**
 * Versions to roll back to: first the one that a rollback without a version would return to, then others that were live, the latest
 * first. Without such a version a person has to choose: the latest one may be the bad one that was rolled back.
 */
function rollbackChoices(partHistory: PartHistory): readonly Choice[] {
  const { part } = partHistory;
  if (!part.live) return [];
  // By release number, because clocks may be set back.
  const options = releasableVersions(part)
    .map(({ version }) => ({ version, replaced: replacedBy(partHistory, version) }))
    .toSorted((a, b) => (b.replaced?.number ?? 0) - (a.replaced?.number ?? 0))
    .map(({ version, replaced }) => choiceOf(version, replaced))
    .toSorted((a, b) => Number(b.value === part.before) - Number(a.value === part.before));
  const all =
    part.name === 'shell' ? options : [...options, { value: NO_VERSION, label: 'None: take it out of the portal' }];
  return options.length === 0 || options[0]?.value === part.before ? all : [NOT_CHOSEN, ...all];
}

/** Versions to promote: newer than the live one, or never live before; the canary first. */
function promotionChoices(partHistory: PartHistory): readonly Choice[] {
  const { part } = partHistory;
  const { canary, versions, live } = part;
  const current = versions.find(({ version }) => version === live?.version);
  const isNew = (version: VersionStatus): boolean =>
    !current || newestFirst(version, current) < 0 || !replacedBy(partHistory, version.version);
  const options = releasableVersions(part)
    .filter((version) => version.version === canary?.version || isNew(version))
    .map(({ version }) =>
      version === canary?.version
        ? { value: version, label: `${version}, canary at ${String(canary.percent)} %` }
        : choiceOf(version, replacedBy(partHistory, version)),
    );
  return options.sort((a, b) => Number(b.value === canary?.version) - Number(a.value === canary?.version));
}

export function versionChoices(action: Action, partHistory: PartHistory): readonly Choice[] {
  return action === 'rollback' ? rollbackChoices(partHistory) : promotionChoices(partHistory);
}

/** Whether a rollback can only take the part out, because there is no other version. */
export function onlyTakesOut(partHistory: PartHistory): boolean {
  return rollbackChoices(partHistory).every(({ value }) => value === NO_VERSION);
}

export function isPossible(action: Action, partHistory: PartHistory): boolean {
  if (action === 'end-canary') return partHistory.part.canary !== null;
  return versionChoices(action, partHistory).length > 0;
}
