import { fits } from './fit.ts';
import type { Release, ReleasedPart } from './release.ts';

/** A number from 0 to 99, drawn once per visitor and kept in a cookie. */
export type Bucket = number;
export const BUCKETS = 100;

/** A release as one visitor gets it, with or without each canary. */
export interface ReleaseView {
  readonly number: number;
  readonly urgent: boolean;
  readonly shell: ReleasedPart;
  readonly remotes: Release['remotes'];
  /** Names of the parts that this visitor gets as canaries, sorted. */
  readonly canaryParts: readonly string[];
}

const partOf = ({ version, builtAt, manifest }: ReleasedPart): ReleasedPart => ({ version, builtAt, manifest });

/** The fallback of a remote, unless the shell cannot run it. */
function fallbackIn(shell: ReleasedPart, fallback: ReleasedPart | null): ReleasedPart | null {
  return fallback && fits(shell.manifest, fallback.manifest) ? fallback : null;
}

/**
 * The view of the visitors in a bucket. The bucket is the same for all parts: when a share grows, its visitors
 * stay in it, and canaries with the same share have the same visitors.
 */
export function viewForBucket(release: Release, bucket: Bucket): ReleaseView {
  const canaryParts = Object.keys(release.canaries)
    .filter((name) => bucket < (release.canaries[name]?.percent ?? 0))
    .sort();
  const given: Release['remotes'] = { ...release.remotes };
  let { shell } = release;
  for (const name of canaryParts) {
    const canary = release.canaries[name];
    if (!canary) continue;
    const live = release.remotes[name];
    if (name === 'shell') shell = partOf(canary);
    // A canary's fallback is the live version, which is known to work.
    else given[name] = { ...partOf(canary), fallback: live ? partOf(live) : null };
  }
  const remotes: Release['remotes'] = {};
  for (const [name, remote] of Object.entries(given))
    remotes[name] = { ...remote, fallback: fallbackIn(shell, remote.fallback) };
  return { number: release.number, urgent: release.urgent, shell, remotes, canaryParts };
}

/** One bucket for each different view of the release, the view without canaries first. */
export function distinctBuckets({ canaries }: Release): readonly Bucket[] {
  const shares = new Set(Object.values(canaries).map(({ percent }) => percent));
  return [BUCKETS - 1, ...[...shares].sort((a, b) => b - a).map((percent) => percent - 1)];
}
