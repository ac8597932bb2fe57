import type { PartFailure } from '@portal/contract/failure';
import { LOAD_SECONDS } from '@portal/contract/visits';
import { versionKey } from './served-views.ts';
import { placeOf } from './visit-rows.ts';

/** What has been counted of one version since the process started. */
export interface VersionTotals {
  readonly part: string;
  readonly version: string;
  /** Visits whose view names the version, each once. */
  visits: number;
  /** Those of them that failed. */
  failedVisits: number;
  /** Visits by failure, also those that got the version as a fallback; a visit with two kinds counts for both. */
  readonly failures: Map<PartFailure, number>;
  /** Visits by load time, also those that got the version as a fallback: one number for each upper bound, the last for those above all. */
  readonly loads: number[];
  loadSeconds: number;
}

/** How many versions are counted at the same time; those released the longest ago are dropped first. */
const MOST_VERSIONS = 200;

/** Totals of released versions only, so that reports about invented versions cannot fill the memory. */
export class Totals {
  readonly #versions = new Map<string, VersionTotals>();

  /** Starts to count a version. */
  expect(part: string, version: string): void {
    const key = versionKey(part, version);
    const known = this.#versions.get(key);
    this.#versions.delete(key);
    this.#versions.set(
      key,
      known ?? {
        part,
        version,
        visits: 0,
        failedVisits: 0,
        failures: new Map(),
        loads: [...LOAD_SECONDS, 0].map(() => 0),
        loadSeconds: 0,
      },
    );
    for (const oldest of this.#versions.keys()) {
      if (this.#versions.size <= MOST_VERSIONS) return;
      this.#versions.delete(oldest);
    }
  }

  of(part: string, version: string): VersionTotals | undefined {
    return this.#versions.get(versionKey(part, version));
  }

  list(): readonly VersionTotals[] {
    return [...this.#versions.values()];
  }

  static addFailure(totals: VersionTotals, failure: PartFailure): void {
    totals.failures.set(failure, (totals.failures.get(failure) ?? 0) + 1);
  }

  static addLoad(totals: VersionTotals, seconds: number): void {
    const place = placeOf(seconds, LOAD_SECONDS);
    totals.loads[place] = (totals.loads[place] ?? 0) + 1;
    totals.loadSeconds += seconds;
  }
}
