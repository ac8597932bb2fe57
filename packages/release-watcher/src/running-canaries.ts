import type { Store } from '@portal/release/store';
import { liveVersion } from '@portal/release/release-diff';
import type { CanaryStatus } from './status.ts';

type Outline = Awaited<ReturnType<Store['readOutline']>>;

/** The canaries of the newest release, each since it began. `releases` ascending. */
export function runningCanaries(releases: readonly Outline[]): readonly CanaryStatus[] {
  const newest = releases.at(-1);
  return Object.entries(newest?.canaries ?? {}).map(([part, { version, percent }]) => {
    const before = releases.findLastIndex(({ canaries }) => canaries[part]?.version !== version);
    const begin = releases[before + 1];
    return {
      part,
      version,
      percent,
      baseline: liveVersion(newest, part) ?? null,
      since: { at: begin?.createdAt ?? '', release: begin?.number ?? 0 },
    };
  });
}
