import { getErrorMessage } from '@portal/node-kit/plain-error';
import { oneLine } from '../policy/release-request.ts';
import type { ChangeBy, ReleaseRequest } from '../policy/release-request.ts';
import { refuseIfAny } from '../policy/refusal.ts';
import { ReleaseConflictError, UnsettledReleaseError } from '../store/errors.ts';
import type { PlannedRelease, Store } from '../store/store.ts';
import { expectedRelease } from '../store/append-release.ts';
import { isInUse, planRequest, planWithoutFallback } from './plan-request.ts';
import type { AwaitOptions, ServedResult } from './served-release.ts';
import { awaitServed } from './served-release.ts';
import type { Release } from '../format/release.ts';
import { checkVersion, incompleteVersions } from '../policy/policy.ts';
import type { PartChange } from '../store/release-diff.ts';
import { changesBetween } from '../store/release-diff.ts';
import type { RollbackTarget } from './rollback-target.ts';

/** What a request did. Plain data. */
export interface ChangeResult {
  /** `unchanged`: there was nothing to do. `yanked`: with or without a new release. */
  readonly outcome: 'released' | 'yanked' | 'unchanged';
  /** The release that is live now; undefined only after a yank before the first release. */
  readonly release: Release | undefined;
  /** The changes of the release. */
  readonly changes: readonly PartChange[];
  /** Problems to check although the request was carried out; sentences with the remedy. */
  readonly warnings: readonly string[];
  /** What a rollback that names no version chose, and why. */
  readonly rollbackTarget?: RollbackTarget | undefined;
  /** Who serves the release. Null if no web server is known, or nothing was released. */
  readonly served: ServedResult | null;
  /** What it would have done; nothing was changed. */
  readonly dryRun?: true | undefined;
  /** Of a dry run: a second person has to say yes first. */
  readonly needsApproval?: true | undefined;
}

/**
 * A yank or a prune may run between the check and the release. Both sides check again afterwards, so that one of them
 * notices.
 */
async function recheckChanged(
  store: Store,
  { number }: Release,
  changes: readonly PartChange[],
): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const { name, kind, to } of changes) {
    if (to === null || kind === 'fallback' || kind === 'second-fallback') continue;
    try {
      const { refusals } = await checkVersion(store, name, to);
      for (const { problem } of refusals)
        warnings.push(`${problem} Release ${String(number)} contains it: roll ${name} back.`);
    } catch (error) {
      // The release is live: a failed second check must not look like a failed request.
      warnings.push(
        `Release ${String(number)} is live, but ${name} ${to} could not be checked again: ${getErrorMessage(error)}`,
      );
    }
  }
  return warnings;
}

/**
 * Warns about incomplete versions that the release keeps. They are no refusal, because they must not block the repair
 * of another part.
 */
async function checkKept(store: Store, release: Release, changes: readonly PartChange[]): Promise<readonly string[]> {
  const changed = new Set(changes.map(({ name, to }) => `${name}@${String(to)}`));
  try {
    const kept = (await incompleteVersions(store, release)).filter(
      ({ name, version }) => !changed.has(`${name}@${version}`),
    );
    return kept.map(
      ({ name, version, problem }) =>
        `Release ${String(release.number)} keeps ${name} ${version}, which is incomplete, so web servers hold the release back unless they ` +
        `have the file in memory: ${problem}`,
    );
  } catch (error) {
    return [
      `Release ${String(release.number)} is live, but the files that it keeps could not be checked: ${getErrorMessage(error)}`,
    ];
  }
}

/** Names the damaged releases between the live one and the new one: their changes are lost. */
function skippedReleases(live: Release | undefined, release: Release): readonly string[] {
  const [first, last] = [(live?.number ?? 0) + 1, release.number - 1];
  if (first > last) return [];
  const numbers = first === last ? `release ${String(first)}` : `releases ${String(first)} to ${String(last)}`;
  return [
    `Release ${String(release.number)} is based on ${live ? `release ${String(live.number)}` : 'no release'}, because ${numbers} cannot be read: ` +
      `${first === last ? 'its' : 'their'} changes are missing, unless you requested them. Check what is live ("npm run release -- status").`,
  ];
}

/** Creates a release. Once it is live, no error is thrown: the requester would repeat the request. */
async function create(
  store: Store,
  planned: PlannedRelease,
): Promise<{ readonly release: Release; readonly warnings: readonly string[] }> {
  try {
    return { release: await store.createRelease(planned), warnings: [] };
  } catch (error) {
    if (!(error instanceof UnsettledReleaseError)) throw error;
    return { release: error.release, warnings: [error.message] };
  }
}

/**
 * Whether to create a release that changes no version: to make the live release urgent, or when newer releases are
 * damaged, because web servers that have a damaged one in memory replace it only by a higher number.
 */
async function isNeeded(store: Store, live: Release, { action, urgent }: PlannedRelease): Promise<boolean> {
  if (action === 'yank') return false;
  return (urgent && !live.urgent) || (await store.loggedReleases()).at(-1) !== live.number;
}

/** Creates a planned release, unless there is none, or it would change nothing. */
async function createIfNeeded(
  store: Store,
  live: Release | undefined,
  planned: PlannedRelease | undefined,
): Promise<ChangeResult> {
  const changes = planned ? changesBetween(live, planned) : [];
  if (!planned || (live && changes.length === 0 && !(await isNeeded(store, live, planned))))
    return { outcome: 'unchanged', release: live, changes, warnings: [], served: null };
  const created = await create(store, planned);
  const warnings = [
    ...created.warnings,
    ...skippedReleases(live, created.release),
    ...(await recheckChanged(store, created.release, changes)),
    ...(await checkKept(store, created.release, changes)),
  ];
  return { outcome: 'released', release: created.release, changes, warnings, served: null };
}

/**
 * How often to drop the fallback again after a conflict. The version is already yanked, so other releases do not
 * matter.
 */
const TRIES = 10;

async function dropFallback(
  store: Store,
  request: ReleaseRequest,
  yank: ChangeBy<'yank'>,
): Promise<Omit<ChangeResult, 'outcome'>> {
  const { name, version } = yank;
  for (let tries = 1; ; tries += 1) {
    const live = await store.latestRelease();
    try {
      const { release, refusals } = await planWithoutFallback(store, live, request, yank);
      refuseIfAny(refusals);
      const dropped = await createIfNeeded(store, live, release);
      if (!live || !isInUse(dropped.release, name, version)) return dropped;
      const warning = `Release ${String(live.number)} by ${live.createdBy} made ${name} ${version} live meanwhile. Roll ${name} back.`;
      return { ...dropped, warnings: [...dropped.warnings, warning] };
    } catch (error) {
      if (!(error instanceof ReleaseConflictError) || tries === TRIES) throw error;
    }
  }
}

/** Yanks a version. If it is a fallback, creates a release without it. */
async function yankVersion(store: Store, request: ReleaseRequest, yank: ChangeBy<'yank'>): Promise<ChangeResult> {
  const at = new Date().toISOString();
  const mark = { schema: 1, at, by: oneLine(request.by), reason: oneLine(request.reason) } as const;
  const created = await store.createYank(yank.name, yank.version, mark);
  // Also if it was already yanked: that request may have been interrupted before it dropped the fallback.
  const dropped = await dropFallback(store, request, yank);
  const changed = created === 'created' || dropped.changes.length > 0;
  return { ...dropped, outcome: changed ? 'yanked' : 'unchanged' };
}

async function carryOut(store: Store, request: ReleaseRequest): Promise<ChangeResult> {
  const live = await expectedRelease(store, request.expect);
  const { release, refusals, rollbackTarget, warnings } = await planRequest(store, live, request);
  refuseIfAny(refusals);
  if (request.change.action === 'yank') return yankVersion(store, request, request.change);
  const created = await createIfNeeded(store, live, release);
  return { ...created, warnings: [...warnings, ...created.warnings], rollbackTarget };
}

/**
 * Carries a request out: promotes versions, rolls a part back or yanks a version, by a new release where one is needed.
 * Then waits until the web servers at these metrics addresses serve it.
 * @throws {RefusedError} with every rule that it breaks; {ReleaseConflictError} when another release was created
 * meanwhile. Once the release is live, what web servers lack is a warning.
 */
export async function applyRequest(
  store: Store,
  request: ReleaseRequest,
  metricsUrls: readonly string[] = [],
  options?: AwaitOptions,
): Promise<ChangeResult> {
  const result = { ...(await carryOut(store, request)), ...(store.isDryRun && { dryRun: true as const }) };
  const { outcome, release, changes, warnings } = result;
  const wasReleased = outcome === 'released' || (outcome === 'yanked' && changes.length > 0);
  if (!release || !wasReleased || metricsUrls.length === 0 || result.dryRun) return result;
  const served = await awaitServed(store, metricsUrls, release.number, options);
  return { ...result, warnings: [...warnings, ...served.warnings], served };
}
