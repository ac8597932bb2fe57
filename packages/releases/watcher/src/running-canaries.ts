import { liveVersion } from '@portal/release/release-diff';
import type { Outline } from '@portal/release/format/documents';
import type { RunningCanary } from './status.ts';

/** The canaries of the newest release, each since it began. `releases` ascending. */
export function runningCanaries(releases: readonly Outline[]): readonly RunningCanary[] {
  const newest = releases.at(-1);
  return Object.entries(newest?.canaries ?? {}).map(([part, { version, percent, draw, stagedPlan = null }]) => {
    const before = releases.findLastIndex(({ canaries }) => canaries[part]?.version !== version);
    const begin = releases[before + 1];
    return {
      part,
      version,
      percent,
      draw,
      stagedPlan,
      baseline: liveVersion(newest, part) ?? null,
      since: { at: begin?.createdAt ?? '', release: begin?.number ?? 0 },
    };
  });
}
