import type { VisitRow } from '@portal/contract/visits';
import { isKnownGood, KNOWN_GOOD_MS, KNOWN_GOOD_VISITS } from '@portal/release/known-good';
import { lastKnownGood } from '@portal/release/version-history';
import { liveVersion } from '@portal/release/release-diff';
import type { Store } from '@portal/release/store';
import type { Outline } from '@portal/release/format/documents';

/** A version that everybody has got since a release. */
export interface LiveRun {
  readonly part: string;
  readonly version: string;
  readonly begin: Outline;
}

/** What everybody gets, each since when. `releases` ascending. */
function liveRuns(releases: readonly Outline[]): readonly LiveRun[] {
  const newest = releases.at(-1);
  return ['shell', ...Object.keys(newest?.remotes ?? {})].flatMap((part) => {
    const version = liveVersion(newest, part);
    const begin = releases[releases.findLastIndex((release) => liveVersion(release, part) !== version) + 1];
    return version === undefined || !begin ? [] : [{ part, version, begin }];
  });
}

function tallyOf({ part, version, begin }: LiveRun, rows: readonly VisitRow[]) {
  const own = rows.filter((row) => row.part === part && row.version === version && row.release >= begin.number);
  return {
    visits: own.reduce((sum, row) => sum + row.visits, 0),
    failed: own.reduce((sum, row) => sum + row.failed.reduce((failed, [, count]) => failed + count, 0), 0),
  };
}

/** Marks versions as known good that everybody has got for long enough, and with which little failed. */
export class KnownGoodMarks {
  readonly #store: Store;
  /** Marked already, or not to be marked again. */
  readonly #done = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** The versions that may become known good. */
  pending(releases: readonly Outline[]): readonly LiveRun[] {
    return liveRuns(releases).filter((run) => !this.#done.has(keyOf(run)));
  }

  /** @returns the versions that are known good from now on. @throws when the store cannot be read or written. */
  async mark(releases: readonly Outline[], rows: readonly VisitRow[], now: number): Promise<readonly LiveRun[]> {
    const marked: LiveRun[] = [];
    for (const run of this.pending(releases)) {
      const { part, version, begin } = run;
      const tally = tallyOf(run, rows);
      const live = { ...tally, ms: now - Date.parse(begin.createdAt) };
      // Nothing is read from the store before there is enough to tell.
      if (live.ms < KNOWN_GOOD_MS || live.visits < KNOWN_GOOD_VISITS) continue;
      const [other, before] = (await lastKnownGood(this.#store, releases, part)) ?? [];
      if (other !== version && !isKnownGood(live, before ?? null)) continue;
      const comparedWith =
        other === undefined || !before ? null : { version: other, visits: before.visits, failed: before.failed };
      const at = new Date(now).toISOString();
      const mark = {
        schema: 1,
        at,
        by: 'watcher',
        release: begin.number,
        since: begin.createdAt,
        ...tally,
        comparedWith,
      } as const;
      let outcome = await this.#store.createKnownGood(part, version, mark);
      // A record that does not count any more, because the version was rolled back from since, or because it is damaged.
      if (outcome === 'exists' && other !== version) outcome = await this.#store.renewKnownGood(part, version, mark);
      this.#done.add(keyOf(run));
      if (outcome === 'created') marked.push(run);
    }
    return marked;
  }
}

const keyOf = ({ part, version, begin }: LiveRun) => `${part}@${version} ${String(begin.number)}`;
