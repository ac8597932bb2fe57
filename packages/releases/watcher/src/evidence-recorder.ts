import type { VisitRow } from '@portal/contract/visits';
import type { Tally } from '@portal/release/assess-version';
import { isGood } from '@portal/release/assess-version';
import type { Evidence } from '@portal/release/evidence';
import { createEvidence, readEvidence } from '@portal/release/evidence';
import type { ReleaseSummary } from '@portal/release/format/documents';
import { isClearlyWorse } from '@portal/release/judge';
import { assess } from '@portal/release/operations/rollback-target';
import { liveVersion } from '@portal/release/release-diff';
import type { Store } from '@portal/release/store';
import { earlierVersions } from '@portal/release/version-history';
import type { CanaryStatus } from './status.ts';

/** A version that everybody has got since a release. */
export interface LiveRun {
  readonly part: string;
  readonly version: string;
  readonly begin: ReleaseSummary;
}

/** What everybody gets, each since when. `releases` ascending. */
export function liveRuns(releases: readonly ReleaseSummary[]): readonly LiveRun[] {
  const newest = releases.at(-1);
  return ['shell', ...Object.keys(newest?.remotes ?? {})].flatMap((part) => {
    const version = liveVersion(newest, part);
    const begin = releases[releases.findLastIndex((release) => liveVersion(release, part) !== version) + 1];
    return version === undefined || !begin ? [] : [{ part, version, begin }];
  });
}

export const failuresIn = ({ failed }: VisitRow): number => failed.reduce((sum, [, count]) => sum + count, 0);

function getTally({ part, version, begin }: LiveRun, rows: readonly VisitRow[]): Tally {
  const own = rows.filter((row) => row.part === part && row.version === version && row.release >= begin.number);
  return {
    visits: own.reduce((sum, row) => sum + row.visits, 0),
    failed: own.reduce((sum, row) => sum + failuresIn(row), 0),
  };
}

/** What is measured of a version while visitors get it. */
interface Measured extends Tally, Pick<Evidence, 'as' | 'release' | 'since' | 'baseline' | 'verdict'> {
  readonly part: string;
  readonly version: string;
}

const toKey = ({ part, version, as, release }: Pick<Measured, 'part' | 'version' | 'as' | 'release'>) =>
  `${part}@${version} ${as} ${String(release)}`;

/** What a record of it would say. */
function describeMeaning({ verdict, failed, visits }: Pick<Measured, 'verdict' | keyof Tally>): string {
  if (verdict !== 'inconclusive') return verdict;
  return failed * 2 > visits ? 'fails' : '';
}

function measureCanary({ part, version, since, judgement }: CanaryStatus): readonly Measured[] {
  if (!judgement) return [];
  const { canary, baseline } = judgement.failures;
  const isDecided = judgement.verdict === 'worse' || judgement.verdict === 'no-worse';
  return [
    {
      part,
      version,
      as: 'canary',
      release: since.release,
      since: since.at,
      ...canary,
      baseline: baseline && judgement.baseline !== null ? { version: judgement.baseline, ...baseline } : null,
      verdict: isDecided ? judgement.verdict : 'inconclusive',
    },
  ];
}

/**
 * Records how the visits of the versions go that visitors get: when that says something else, and when they do not get
 * them any more.
 */
export class EvidenceRecorder {
  readonly #store: Store;
  /** The last record of each time, by its key; undefined if there is none. */
  readonly #recorded = new Map<string, Evidence | undefined>();
  /** At the last look, by key. */
  #measured = new Map<string, Measured>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** The versions that may become good, whose visits are needed. */
  pending(releases: readonly ReleaseSummary[]): readonly LiveRun[] {
    return liveRuns(releases).filter(({ part, version, begin }) => {
      const key = toKey({ part, version, as: 'live', release: begin.number });
      return this.#recorded.get(key)?.verdict !== 'good';
    });
  }

  /** @returns the versions that are good from now on. @throws when the store cannot be read or written. */
  async record(
    releases: readonly ReleaseSummary[],
    canaries: readonly CanaryStatus[],
    rows: readonly VisitRow[],
    now: number,
  ): Promise<readonly Measured[]> {
    const live = await Promise.all(liveRuns(releases).map((run) => this.#measureLive(run, releases, rows, now)));
    const measured = new Map([...live, ...canaries.flatMap(measureCanary)].map((each) => [toKey(each), each] as const));
    const ended = [...this.#measured].filter(([key]) => !measured.has(key)).map(([, each]) => each);
    const good: Measured[] = [];
    for (const each of [...ended, ...measured.values()]) {
      const before = await this.#lastRecord(each);
      const isNew = describeMeaning(each) !== (before ? describeMeaning(before) : '');
      // Few visits change their mind often.
      const isDue = each.verdict !== 'inconclusive' || each.visits >= 2 * (before?.visits ?? 0);
      const isLast = !measured.has(toKey(each)) && each.visits > (before?.visits ?? 0);
      if (!(isNew && isDue) && !isLast) continue;
      const { part, version, ...figures } = each;
      const evidence: Evidence = { schema: 1, at: new Date(now).toISOString(), by: 'watcher', ...figures };
      await createEvidence(this.#store, part, version, evidence);
      this.#recorded.set(toKey(each), evidence);
      if (isNew && each.verdict === 'good') good.push(each);
    }
    this.#measured = measured;
    return good;
  }

  async #lastRecord(measured: Measured): Promise<Evidence | undefined> {
    const { part, version, as, release } = measured;
    const key = toKey(measured);
    if (!this.#recorded.has(key)) {
      const all = await readEvidence(this.#store, part, version);
      this.#recorded.set(
        key,
        all.findLast((each) => each.as === as && each.release === release),
      );
    }
    return this.#recorded.get(key);
  }

  async #measureLive(
    run: LiveRun,
    releases: readonly ReleaseSummary[],
    rows: readonly VisitRow[],
    now: number,
  ): Promise<Measured> {
    const { part, version, begin } = run;
    const tally = getTally(run, rows);
    const time = { as: 'live', release: begin.number, since: begin.createdAt } as const;
    const known = this.#measured.get(toKey({ part, version, ...time }));
    const baseline = known ? known.baseline : await this.#goodBefore(run, releases);
    const isWorse = baseline !== null && isClearlyWorse(tally, baseline);
    const isNowGood = isGood({ ...tally, ms: now - Date.parse(begin.createdAt) }, baseline);
    const verdict = isWorse ? 'worse' : isNowGood ? 'good' : 'inconclusive';
    return { part, version, ...time, ...tally, baseline, verdict };
  }

  /** The good version that everybody had last before, as it was then. */
  async #goodBefore({ part }: LiveRun, releases: readonly ReleaseSummary[]): Promise<Evidence['baseline']> {
    for (const version of earlierVersions(releases, part).keys()) {
      if ((await assess(this.#store, releases, part, version)).standing !== 'good') continue;
      const good = (await readEvidence(this.#store, part, version)).findLast(({ verdict }) => verdict === 'good');
      if (good) return { version, visits: good.visits, failed: good.failed };
    }
    return null;
  }
}
