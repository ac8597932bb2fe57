import type { Release, ReleaseAction } from '@portal/contract/release';
import type { PartChange } from '../store/release-diff.ts';
import { changesBetween, liveVersion } from '../store/release-diff.ts';
import type { Target } from './compose.ts';
import { compose } from './compose.ts';
import { refuseIfAny, UnsettledReleaseError } from '../errors.ts';
import { checkVersion } from '../policy/policy.ts';
import type { Refusal } from '../policy/refusal.ts';
import { incompleteVersions } from '../policy/released-files.ts';
import type { ReleaseDraft, Store } from '../store/store.ts';
import { overtaken } from '../store/store.ts';

/** Who wants something done, why, and on top of what. */
export interface ReleaseRequest {
  readonly by: string;
  /** Stays in the history. */
  readonly reason: string;
  /** Number of the release that the one who requests it has seen (0: none yet); refused when another one is live. */
  readonly expect?: number | undefined;
  /** Open tabs move to the new release as soon as they ask, where nothing unsaved is on the screen. */
  readonly urgent?: boolean | undefined;
}

/** What came of a request. Plain data. */
export interface ChangeResult {
  /** `unchanged`: what was ordered is so already, and no release was created. */
  readonly outcome: 'released' | 'unchanged';
  /** The release that is live now. */
  readonly release: Release;
  /** What it changed. */
  readonly changes: readonly PartChange[];
  /** What somebody has to look at although the request was carried out: sentences with the remedy. */
  readonly warnings: readonly string[];
}

/** What an intent comes to: the parts of the next release, and what it is called in the history. */
export interface Plan {
  readonly target: Target;
  readonly action: ReleaseAction;
}

/** One line without control characters, nor marks that turn the direction of writing: as it stands in histories, terminals and logs. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim();

function requestRefusal(problem: string, remedy: string): Refusal {
  return { rule: 'order', sides: ['the request'], problem, remedy };
}

/** @throws {RefusedError} when the request does not say who or why. */
export function checkRequest({ by, reason }: ReleaseRequest): void {
  refuseIfAny([
    ...(oneLine(by) === '' ? [requestRefusal('Nobody is named who requests this.', 'Say who you are.')] : []),
    ...(oneLine(reason) === '' ? [requestRefusal('A reason is missing.', 'Give one: it stays in the history.')] : []),
  ]);
}

/** How a request is signed in the history. */
export function signatureOf({ by, reason }: ReleaseRequest): { readonly createdBy: string; readonly reason: string } {
  return { createdBy: oneLine(by), reason: oneLine(reason) };
}

/** Why a share cannot be one; nothing when it can. */
export function checkPercent(percent: number | undefined): readonly Refusal[] {
  if (percent === undefined || (Number.isInteger(percent) && percent >= 1 && percent <= 99)) return [];
  return [
    requestRefusal(
      `A canary has a share of 1 to 99 per cent, and ${String(percent)} is none.`,
      'Leave the share out to promote to everybody.',
    ),
  ];
}

/** The live release. @throws {ReleaseConflictError} when it is not the one that was expected. */
export async function liveRelease(store: Store, expect: number | undefined): Promise<Release | undefined> {
  const live = await store.latestRelease();
  if (expect !== undefined && expect !== (live?.number ?? 0)) throw await overtaken(store, expect);
  return live;
}

/** A yank or a prune may have come between the check and the release: then one of the two sides sees it, here or there. */
async function stillTrue(
  store: Store,
  { number }: Release,
  changes: readonly PartChange[],
): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const { name, kind, to } of changes) {
    if (to === null || kind === 'fallback') continue;
    try {
      const { refusals } = await checkVersion(store, name, to);
      for (const { problem } of refusals)
        warnings.push(`Release ${String(number)} names it, but meanwhile: ${problem} Roll ${name} back.`);
    } catch (error) {
      // The release is live: that it could not be looked at once more must not pass for a failure.
      const reason = error instanceof Error ? error.message : String(error);
      warnings.push(`Release ${String(number)} is live, but ${name} ${to} could not be looked at again: ${reason}`);
    }
  }
  return warnings;
}

/** Versions that the release only keeps do not speak against it, so that a repair is never refused for another part's sake; but they are told of. */
async function stillWhole(store: Store, release: Release, changes: readonly PartChange[]): Promise<readonly string[]> {
  const changed = new Set(changes.map(({ name, to }) => `${name}@${String(to)}`));
  try {
    const kept = (await incompleteVersions(store, release)).filter(
      ({ name, version }) => !changed.has(`${name}@${version}`),
    );
    return kept.map(
      ({ name, version, problem }) =>
        `Release ${String(release.number)} keeps ${name} ${version}, which is not whole, so web servers hold the release back unless they ` +
        `have the file in memory: ${problem}`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [`Release ${String(release.number)} is live, but the files that it keeps could not be checked: ${reason}`];
  }
}

/** Whether newer releases than the live one are damaged. Some web server may still have one of them in memory. */
async function isBehindDamage(store: Store, live: Release): Promise<boolean> {
  return (await store.releaseNumbers()).at(-1) !== live.number;
}

/** Creates a release; that it is live must not pass for a failure, since the same request would then be made twice. */
async function create(
  store: Store,
  draft: ReleaseDraft,
): Promise<{ readonly release: Release; readonly unsettled: readonly string[] }> {
  try {
    return { release: await store.createRelease(draft), unsettled: [] };
  } catch (error) {
    if (!(error instanceof UnsettledReleaseError)) throw error;
    return { release: error.release, unsettled: [error.message] };
  }
}

/** Says which damaged releases a new one was made past: what they changed is not in it. */
function passedOver(live: Release | undefined, release: Release): readonly string[] {
  const [first, last] = [(live?.number ?? 0) + 1, release.number - 1];
  if (first > last) return [];
  const numbers = first === last ? `release ${String(first)}` : `releases ${String(first)} to ${String(last)}`;
  return [
    `Release ${String(release.number)} is made from ${live ? `release ${String(live.number)}` : 'nothing'}, since ${numbers} cannot be read: ` +
      `what ${first === last ? 'it' : 'they'} changed is not in it, unless you named it. Look at what is live ("npm run release -- status").`,
  ];
}

/**
 * Creates the release that a plan comes to, on top of `live`. One that changes no version is created in two cases: to make urgent what
 * is live already, and where newer ones are damaged, since web servers that hold a damaged one in memory leave it for a higher number alone.
 * @throws {RefusedError} with every rule that it breaks; {ReleaseConflictError} when another release was created meanwhile.
 */
export async function carryOut(
  store: Store,
  live: Release | undefined,
  { target, action }: Plan,
  request: ReleaseRequest,
): Promise<ChangeResult> {
  checkRequest(request);
  const signature = { ...signatureOf(request), action, urgent: request.urgent ?? false, now: new Date() };
  const { draft, refusals } = await compose(store, live, target, signature);
  refuseIfAny(refusals);
  if (!draft) throw new Error('a composition without a refusal has no draft');
  const changes = changesBetween(live, draft);
  const becomesUrgent = live !== undefined && request.urgent === true && !live.urgent;
  const needless =
    live && changes.length === 0 && (action === 'yank' || !(becomesUrgent || (await isBehindDamage(store, live))));
  if (needless) return { outcome: 'unchanged', release: live, changes, warnings: [] };
  const { release, unsettled } = await create(store, draft);
  const warnings = [
    ...unsettled,
    ...passedOver(live, release),
    ...(await stillTrue(store, release, changes)),
    ...(await stillWhole(store, release, changes)),
  ];
  return { outcome: 'released', release, changes, warnings };
}

/** Whether a version is live or a canary. */
export function isInUse(release: Release | undefined, name: string, version: string): boolean {
  return liveVersion(release, name) === version || release?.canaries[name]?.version === version;
}
