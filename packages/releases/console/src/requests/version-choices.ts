import type { PartStatus, VersionStatus } from '@portal/release/operations/read-status';
import { compare } from 'semver';
import { formatDateTime } from '../pages/format.ts';
import type { Action } from './read-request.ts';

/** An option of a form's select field. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** The heading under which a list shows it. */
  readonly group?: string | undefined;
}

/** Sorts versions by build time, newest first; versions of unknown build time come last. */
export function newestFirst(a: VersionStatus, b: VersionStatus): number {
  const [left, right] = [a.builtAt ?? '', b.builtAt ?? ''];
  if (left === right) return compare(b.version, a.version, true);
  return left < right ? 1 : -1;
}

/** Versions that could replace the live one, newest first. */
function releasableVersions({ versions, live }: PartStatus): readonly VersionStatus[] {
  return versions
    .filter(({ state, problem, version }) => state !== 'yanked' && problem === null && version !== live?.version)
    .toSorted(newestFirst);
}

/** A list shows this much of what speaks against a version; `status PART` has all of it. */
const SHOWN = 120;

const shorten = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** What speaks against a version, by what is known of it; undefined if nothing does. */
export function objectionTo({ assessment: { standing, why } }: Pick<VersionStatus, 'assessment'>): string | undefined {
  return standing === 'failed' || standing === 'rolled-back' ? shorten(why) : undefined;
}

/** The group of versions with something against them. */
const ENDED = 'Older, or ended before';

const NOT_CHOSEN: Choice = { value: '', label: 'Choose a version' };

/**
 * Versions to roll back to, each with what is known of it: first the one that a rollback without a version would return
 * to, then others that were live, the latest first. Without such a version a person has to choose: the latest one may
 * be the bad one that was rolled back.
 */
function rollbackChoices(part: PartStatus): readonly Choice[] {
  if (!part.live) return [];
  const chosen = part.rollbackTarget?.kind === 'version' ? part.rollbackTarget.version : undefined;
  // By release number, because clocks may be set back.
  const options = releasableVersions(part)
    .map((status) => ({ status, until: status.live.at(-1)?.until }))
    .toSorted((a, b) => (b.until?.release ?? 0) - (a.until?.release ?? 0))
    .map(({ status: { version, assessment, evidence }, until: ended }) => {
      const until = ended ? `, live until ${formatDateTime(ended.at)}` : '';
      const isKnown = evidence.length > 0 || assessment.standing !== 'unproven';
      const group = version === chosen ? 'Rollback target' : 'Other versions';
      return { value: version, label: `${version}${until}${isKnown ? `: ${shorten(assessment.why)}` : ''}`, group };
    })
    .toSorted((a, b) => Number(b.value === chosen) - Number(a.value === chosen));
  return options.length === 0 || options[0]?.value === chosen ? options : [NOT_CHOSEN, ...options];
}

/**
 * Versions to promote: the canary, then newer ones, then those with something against them, which nobody chooses by a
 * mere Enter. Older versions that were live are left out: a rollback offers them.
 */
function promotionChoices(part: PartStatus): readonly Choice[] {
  const { canary, versions, live } = part;
  const current = versions.find(({ version }) => version === live?.version);
  const choices = releasableVersions(part).flatMap((version): readonly Choice[] => {
    const { version: value } = version;
    if (value === canary?.version)
      return [{ value, label: `${value}, canary at ${String(canary.percent)} %`, group: 'Running now' }];
    const isOlder = current !== undefined && newestFirst(version, current) > 0;
    if (isOlder && version.live.length > 0) return [];
    const against = objectionTo(version) ?? (isOlder ? `older than ${current.version}` : undefined);
    return against === undefined
      ? [{ value, label: value, group: current ? `Newer than ${current.version}` : 'Published' }]
      : [{ value, label: `${value}: ${against}`, group: ENDED }];
  });
  const rank = ({ group, label, value }: Choice) => (group === 'Running now' ? 0 : label === value ? 1 : 2);
  const sorted = choices.toSorted((a, b) => rank(a) - rank(b));
  return sorted[0] && rank(sorted[0]) === 2 ? [NOT_CHOSEN, ...sorted] : sorted;
}

/** How many of a list's versions are compared beside it. */
const COMPARED = 3;

/** The first versions of a list that nothing speaks against. */
export function newVersions(choices: readonly Choice[]): readonly string[] {
  return choices
    .filter(({ group }) => group !== ENDED && group !== undefined)
    .map(({ value }) => value)
    .slice(0, COMPARED);
}

/** Versions that can be yanked: those that nobody gets. */
function yankChoices({ versions }: PartStatus): readonly Choice[] {
  return versions
    .filter(({ state }) => state === 'published' || state === 'fallback')
    .toSorted(newestFirst)
    .map(({ version, state }) => ({
      value: version,
      label: state === 'fallback' ? `${version}, the fallback` : version,
    }));
}

const CHOICES: Readonly<Record<Action, (part: PartStatus) => readonly Choice[]>> = {
  promote: promotionChoices,
  canary: promotionChoices,
  'end-canary': () => [],
  rollback: rollbackChoices,
  'take-out': () => [],
  yank: yankChoices,
};

/** The versions that the form of an action offers; none for one that needs no version. */
export function versionChoices(action: Action, part: PartStatus): readonly Choice[] {
  return CHOICES[action](part);
}

export function isPossible(action: Action, part: PartStatus): boolean {
  const { name, live, canary } = part;
  if (action === 'end-canary') return canary !== null;
  if (action === 'take-out') return live !== null && name !== 'shell';
  return versionChoices(action, part).length > 0;
}
