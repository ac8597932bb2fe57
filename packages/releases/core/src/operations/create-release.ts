import { getErrorMessage } from '@portal/node-kit/plain-error';
import type { Release } from '../format/release.ts';
import { UnsettledReleaseError } from '../store/errors.ts';
import { checkVersion, incompleteVersions } from '../policy/policy.ts';
import type { PartChange } from '../store/release-diff.ts';
import { changesBetween } from '../store/release-diff.ts';
import type { PlannedRelease, Store } from '../store/store.ts';
import type { Return } from './choose-return.ts';
import type { ServedResult } from './served-release.ts';

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
  readonly goesBack?: Return | undefined;
  /** Who serves the release. Null if no web server is known, or nothing was released. */
  readonly served: ServedResult | null;
}

/** A yank or a prune may run between the check and the release. Both sides check again afterwards, so that one of them notices. */
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

/** Warns about incomplete versions that the release keeps. They are no refusal, because they must not block the repair of another part. */
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
 * Whether to create a release that changes no version: to make the live release urgent, or when newer releases are damaged, because
 * web servers that have a damaged one in memory replace it only by a higher number.
 */
async function isNeeded(store: Store, live: Release, { action, urgent }: PlannedRelease): Promise<boolean> {
  if (action === 'yank') return false;
  return (urgent && !live.urgent) || (await store.loggedReleases()).at(-1) !== live.number;
}

/** Creates a planned release, unless it would change nothing. */
export async function createIfNeeded(
  store: Store,
  live: Release | undefined,
  planned: PlannedRelease,
): Promise<ChangeResult> {
  const changes = changesBetween(live, planned);
  if (live && changes.length === 0 && !(await isNeeded(store, live, planned)))
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
