import { fits } from './fit.ts';
import type { Release, ReleasedPart } from './release.ts';

/** A visitor's place in the row of all visitors: 0 to 99, drawn once, kept in a cookie. */
export type Bucket = number;
export const BUCKETS = 100;

/** What one visitor gets of a release. */
export interface VisitorRelease {
  readonly number: number;
  readonly urgent: boolean;
  readonly shell: ReleasedPart;
  readonly remotes: Release['remotes'];
  /** Names of the parts that this visitor gets as canaries, sorted. */
  readonly canaryParts: readonly string[];
}

/** What takes over for a remote in a shell; a version that the shell cannot run would only fail a second time. */
function fallbackIn(shell: ReleasedPart, fallback: ReleasedPart | null): ReleasedPart | null {
  return fallback && fits(shell.manifest, fallback.manifest) ? fallback : null;
}

/**
 * The release as the visitor of a bucket gets it. One bucket serves all parts: whoever is in a share is in every larger one, so a
 * share that grows keeps everyone it had, and two canaries of the same share meet the same visitors.
 */
export function releaseForBucket(release: Release, bucket: Bucket): VisitorRelease {
  const canaryParts = Object.keys(release.canaries)
    .filter((name) => bucket < (release.canaries[name]?.percent ?? 0))
    .sort();
  const given: Release['remotes'] = { ...release.remotes };
  let { shell } = release;
  for (const name of canaryParts) {
    const canary = release.canaries[name];
    if (!canary) continue;
    const { version, manifest } = canary;
    const live = release.remotes[name];
    if (name === 'shell') shell = { version, manifest };
    // The version that everybody else runs is the one that is known to work.
    else
      given[name] = { version, manifest, fallback: live ? { version: live.version, manifest: live.manifest } : null };
  }
  const remotes: Release['remotes'] = {};
  for (const [name, remote] of Object.entries(given))
    remotes[name] = { ...remote, fallback: fallbackIn(shell, remote.fallback) };
  return { number: release.number, urgent: release.urgent, shell, remotes, canaryParts };
}

/** One bucket of every kind of visitor that the release tells apart, those outside every canary first. */
export function distinctBuckets({ canaries }: Release): readonly Bucket[] {
  const shares = new Set(Object.values(canaries).map(({ percent }) => percent));
  return [BUCKETS - 1, ...[...shares].sort((a, b) => b - a).map((percent) => percent - 1)];
}
