import type { ReleaseSummary } from '../format/documents.ts';
import { duration, withoutStop } from '../format/format-values.ts';
import { describeEvidence } from '../policy/assess-version.ts';
import type { Evidence } from '../store/evidence.ts';
import { liveVersion } from '../store/release-diff.ts';

/** The release that ended a time. */
interface End {
  readonly at: string;
  readonly release: number;
  readonly by: string;
  readonly reason: string;
}

/** A time in which visitors got a version, without a break. */
interface VersionTime {
  readonly from: string;
  /** Null while they do. */
  readonly until: End | null;
}

/** The times in which everybody, or a canary's share, got a version; the latest last. */
function getTimes(
  steps: readonly ReleaseSummary[],
  gotVersion: (step: ReleaseSummary) => boolean,
): readonly VersionTime[] {
  return steps.flatMap((step, index): readonly VersionTime[] => {
    const before = steps[index - 1];
    if (!gotVersion(step) || (before && gotVersion(before))) return [];
    const end = steps.find((later, at) => at > index && !gotVersion(later));
    if (!end) return [{ from: step.createdAt, until: null }];
    const { createdAt: at, number: release, createdBy: by, reason } = end;
    return [{ from: step.createdAt, until: { at, release, by, reason } }];
  });
}

/** What visitors got of a version, and how that went. */
export interface VersionTimeline {
  /** When everybody got it. */
  readonly live: readonly VersionTime[];
  /** When a share of the visitors got it. */
  readonly canaries: readonly VersionTime[];
  /** How its visits went, the oldest first. */
  readonly evidence: readonly Evidence[];
}

export const readTimes = (steps: readonly ReleaseSummary[], name: string, version: string) => ({
  live: getTimes(steps, (step) => liveVersion(step, name) === version),
  canaries: getTimes(steps, ({ canaries }) => canaries[name]?.version === version),
});

/** "by watcher in release 36: mfe-hubs 1.3.0 failed in …". */
const describeEnd = ({ by, release, reason }: End) => `by ${by} in release ${String(release)}: ${withoutStop(reason)}`;

/**
 * "ended after 4 minutes by watcher in release 36: mfe-hubs 1.3.0 failed in …"; undefined if it runs, or if everybody
 * got the version then.
 */
export function describeCanaryEnd({ live }: VersionTimeline, { from, until }: VersionTime): string | undefined {
  if (!until || live.some((time) => time.from === until.at)) return undefined;
  return `ended after ${duration(from, until.at)} ${describeEnd(until)}`;
}

/** What happened to a version, the oldest first: it stays as it is, whatever happens later. */
export function describeTimeline(timeline: VersionTimeline): readonly { readonly at: string; readonly text: string }[] {
  const live = timeline.live.map(({ from, until }) => ({
    at: from,
    text: until ? `live for ${duration(from, until.at)}, replaced ${describeEnd(until)}` : 'live since then',
  }));
  const canaries = timeline.canaries.map((time) => {
    const how = time.until ? (describeCanaryEnd(timeline, time) ?? 'then given to everybody') : 'still running';
    return { at: time.from, text: `canary, ${how}` };
  });
  const evidence = timeline.evidence.map((each) => ({ at: each.at, text: describeEvidence(each) }));
  return [...canaries, ...live, ...evidence].toSorted((a, b) => a.at.localeCompare(b.at));
}
