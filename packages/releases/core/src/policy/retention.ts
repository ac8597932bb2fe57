import { getFallbacks } from '@portal/contract/fallbacks';
import type { ReleaseSummary } from '../format/documents.ts';

/** Why a version stays. */
export const KEEP_REASONS = [
  'live',
  'canary',
  'fallback',
  'known good',
  'live within 30 days',
  'among the last 10 versions',
] as const;
export type KeepReason = (typeof KEEP_REASONS)[number];

/** A tab may stay open on a release for this long after the next one: 30 days, in milliseconds. */
export const MS_KEPT = 30 * 24 * 60 * 60 * 1000;
const VERSIONS_KEPT = 10;

/** Reasons to keep a version, by part and version: "mfe-hubs@1.0.0". A version without a reason may be removed. */
type Retention = ReadonlyMap<string, ReadonlySet<KeepReason>>;

export const versionId = (name: string, version: string) => `${name}@${version}`;

function* listParts({
  shell,
  remotes,
  canaries,
}: ReleaseSummary): Generator<readonly [KeepReason, string, { readonly version: string }]> {
  yield ['live', 'shell', shell];
  for (const [name, remote] of Object.entries(remotes)) {
    yield ['live', name, remote];
    for (const fallback of getFallbacks(remote)) yield ['fallback', name, fallback];
  }
  for (const [name, canary] of Object.entries(canaries)) yield ['canary', name, canary];
}

/**
 * Releases that a tab may still have open: the last one, and those that another followed less than 30 days ago. A
 * release never counts as earlier than the one before it, so after a clock was set back more versions are kept, not
 * fewer.
 */
function recentReleases(steps: readonly ReleaseSummary[], now: Date): readonly ReleaseSummary[] {
  let latest = Number.NEGATIVE_INFINITY;
  const began = steps.map(({ createdAt }) => {
    latest = Math.max(latest, Date.parse(createdAt));
    return latest;
  });
  const since = now.getTime() - MS_KEPT;
  return steps.filter((_, index) => (began[index + 1] ?? Infinity) >= since);
}

/**
 * The versions that the retention rule keeps: live versions, canaries and fallbacks, now or within the last 30 days
 * (open tabs may still load them), each part's last ten versions, and its newest known good version, to which a
 * rollback returns.
 */
export function retain(
  steps: readonly ReleaseSummary[],
  versions: Readonly<Record<string, readonly string[]>>,
  now: Date,
  knownGood: Readonly<Record<string, string | undefined>> = {},
): Retention {
  const kept = new Map<string, Set<KeepReason>>();
  const keep = (reason: KeepReason, name: string, version: string) => {
    const id = versionId(name, version);
    kept.set(id, (kept.get(id) ?? new Set()).add(reason));
  };
  for (const release of recentReleases(steps, now))
    for (const [reason, name, { version }] of listParts(release))
      keep(release === steps.at(-1) ? reason : 'live within 30 days', name, version);
  for (const [name, published] of Object.entries(versions))
    for (const version of published.slice(-VERSIONS_KEPT)) keep('among the last 10 versions', name, version);
  for (const [name, version] of Object.entries(knownGood)) if (version !== undefined) keep('known good', name, version);
  return kept;
}
