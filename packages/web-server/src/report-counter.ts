import type { RemoteFailure } from '@portal/contract/failure';
import type { PartReport } from '@portal/contract/report';
import { LOAD_SECONDS } from './metrics-text.ts';
import type { PartCounts } from './metrics-text.ts';

/** Versions that are counted at the same time; those that were released longest ago leave first. */
const MOST_VERSIONS = 200;
/** Reports that are taken at once, and each second from then on. */
const BURST = 2000;
const REPORTS_PER_SECOND = 1000;

interface Counts {
  readonly part: string;
  readonly version: string;
  readonly failures: Map<RemoteFailure, number>;
  /** Loads by the first limit that they kept; one place more for those that kept none. */
  readonly loads: number[];
  loadSeconds: number;
}

/** Counts what pages report of the versions that were released: of nothing else, so that nobody can fill the memory. */
export class ReportCounter {
  readonly #now: () => number;
  readonly #counts = new Map<string, Counts>();
  #allowance = BURST;
  #allowedAt: number;
  #refused = 0;

  /** `now`: milliseconds on any clock that only goes forward. */
  constructor(now: () => number) {
    this.#now = now;
    this.#allowedAt = now();
  }

  /** Counts from now on what is reported of a version. */
  expect(part: string, version: string): void {
    const key = `${part}@${version}`;
    const known = this.#counts.get(key);
    this.#counts.delete(key);
    this.#counts.set(
      key,
      known ?? { part, version, failures: new Map(), loads: [...LOAD_SECONDS, 0].map(() => 0), loadSeconds: 0 },
    );
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= MOST_VERSIONS) return;
      this.#counts.delete(oldest);
    }
  }

  /** False when more comes in than any number of visitors would send. */
  take(reports: readonly PartReport[]): boolean {
    const now = this.#now();
    this.#allowance = Math.min(BURST, this.#allowance + ((now - this.#allowedAt) / 1000) * REPORTS_PER_SECOND);
    this.#allowedAt = now;
    if (this.#allowance < reports.length) {
      this.#refused += reports.length;
      return false;
    }
    this.#allowance -= reports.length;
    for (const report of reports) this.#count(report);
    return true;
  }

  /** Reports that were not counted: too many at once, or of a version that was not released. */
  get refused(): number {
    return this.#refused;
  }

  counts(): readonly PartCounts[] {
    return [...this.#counts.values()];
  }

  #count(report: PartReport): void {
    const counts = this.#counts.get(`${report.part}@${report.version}`);
    if (!counts) {
      this.#refused += 1;
    } else if ('failure' in report) {
      counts.failures.set(report.failure, (counts.failures.get(report.failure) ?? 0) + 1);
    } else {
      const seconds = report.loadedIn / 1000;
      const kept = LOAD_SECONDS.findIndex((limit) => seconds <= limit);
      const place = kept === -1 ? LOAD_SECONDS.length : kept;
      counts.loads[place] = (counts.loads[place] ?? 0) + 1;
      counts.loadSeconds += seconds;
    }
  }
}
