import { liveVersion } from '@portal/release/release-diff';
import type { Outline } from '../release-follower.ts';
import type { Announcement } from './announcement.ts';

const idOf = (type: Announcement['type'], release: number, part: string, version: string) =>
  `${type}-${String(release)}-${part}-${version}`;

/** The canaries that a release ended, unless everybody gets their version now. */
function endedCanaries(before: Outline, after: Outline): readonly Announcement[] {
  return Object.entries(before.canaries).flatMap(([part, { version, percent }]) => {
    if (after.canaries[part]?.version === version || liveVersion(after, part) === version) return [];
    const { number: release, createdBy: by, createdAt: at, reason } = after;
    const share = `for ${String(percent)} % of the visitors`;
    const text = `The canary of ${part} ${version} (${share}) ended with release ${String(release)}, by ${by}: ${reason}`;
    const type = 'canary.ended';
    return [{ id: idOf(type, release, part, version), type, at, text, part, version, release, by }];
  });
}

/** The versions that a rollback took away from everybody. */
function rolledBack(before: Outline, after: Outline): readonly Announcement[] {
  if (after.action !== 'rollback') return [];
  return ['shell', ...Object.keys(before.remotes)].flatMap((part) => {
    const [version, next] = [liveVersion(before, part), liveVersion(after, part)];
    if (version === undefined || version === next) return [];
    const { number: release, createdBy: by, createdAt: at, reason } = after;
    const what =
      next === undefined ? `${part} ${version} was taken out` : `${part} was rolled back from ${version} to ${next}`;
    const type = 'part.rolled-back';
    const text = `${what} with release ${String(release)}, by ${by}: ${reason}`;
    return [{ id: idOf(type, release, part, version), type, at, text, part, version, release, by }];
  });
}

/** What people should know of the releases that are newer than number `known`. `releases` ascending. */
export function announcementsOf(releases: readonly Outline[], known: number): readonly Announcement[] {
  return releases.flatMap((after, index) => {
    const before = releases[index - 1];
    return before && after.number > known ? [...endedCanaries(before, after), ...rolledBack(before, after)] : [];
  });
}
