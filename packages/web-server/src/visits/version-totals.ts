import type { PartFailure } from '@portal/contract/failure';
import type { FailureReport, VitalReport } from '@portal/contract/report';
import { LOAD_SECONDS, VITAL_BOUNDS } from '@portal/contract/visits';
import type { Vital } from '@portal/contract/visits';
import { versionKey } from './served-views.ts';
import { placeOf } from './visit-rows.ts';

/** Visits by a value. */
export interface Histogram {
  /** One number for each upper bound, the last for those above all. */
  readonly counts: number[];
  sum: number;
}

const histogram = (bounds: readonly number[]): Histogram => ({ counts: [...bounds, 0].map(() => 0), sum: 0 });

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
  /** Visits by load time, also those that got the version as a fallback. */
  readonly loads: Histogram;
  readonly vitals: Readonly<Record<Vital, Histogram>>;
}

type Version = Pick<VersionTotals, 'part' | 'version'>;

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
        loads: histogram(LOAD_SECONDS),
        vitals: {
          LCP: histogram(VITAL_BOUNDS.LCP),
          INP: histogram(VITAL_BOUNDS.INP),
          CLS: histogram(VITAL_BOUNDS.CLS),
        },
      },
    );
    for (const oldest of this.#versions.keys()) {
      if (this.#versions.size <= MOST_VERSIONS) return;
      this.#versions.delete(oldest);
    }
  }

  list(): readonly VersionTotals[] {
    return [...this.#versions.values()];
  }

  add(of: Version, what: 'visits' | 'failedVisits'): void {
    const totals = this.#of(of);
    if (totals) totals[what] += 1;
  }

  addFailure(report: FailureReport): void {
    const failures = this.#of(report)?.failures;
    failures?.set(report.failure, (failures.get(report.failure) ?? 0) + 1);
  }

  addLoad(of: Version, seconds: number): void {
    const totals = this.#of(of);
    if (totals) addTo(totals.loads, LOAD_SECONDS, seconds);
  }

  addVital(report: VitalReport, value: number): void {
    const totals = this.#of(report);
    if (totals) addTo(totals.vitals[report.vital], VITAL_BOUNDS[report.vital], value);
  }

  #of({ part, version }: Version): VersionTotals | undefined {
    return this.#versions.get(versionKey(part, version));
  }
}

function addTo(into: Histogram, bounds: readonly number[], value: number): void {
  const place = placeOf(value, bounds);
  into.counts[place] = (into.counts[place] ?? 0) + 1;
  into.sum += value;
}
