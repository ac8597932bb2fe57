import { PART_FAILURES } from '@portal/contract/failure';
import type { FailureReport, VitalReport } from '@portal/contract/report';
import { LOAD_SECONDS, VITAL_BOUNDS } from '@portal/contract/visits';
import type { Vital } from '@portal/contract/visits';
import type { Registry } from 'prom-client';
import { Counter, Histogram } from 'prom-client';
import { versionKey } from './served-views.ts';

interface Version {
  readonly part: string;
  readonly version: string;
}

/** How many versions are counted at the same time; those released the longest ago are dropped first. */
const MOST_VERSIONS = 200;

const LABELS = ['part', 'version'] as const;

/** What customers felt. Reports have milliseconds, and the metrics seconds. */
const VITALS: Readonly<Record<Vital, { readonly name: string; readonly unit: number; readonly help: string }>> = {
  LCP: { name: 'portal_part_lcp_seconds', unit: 1000, help: 'When the largest content was shown.' },
  INP: { name: 'portal_part_inp_seconds', unit: 1000, help: 'How long the page took to show what an input did.' },
  CLS: { name: 'portal_part_cls', unit: 1, help: 'How much the layout shifted by itself.' },
};

function makeMetrics(registry: Registry) {
  const registers = [registry];
  const vital = (of: Vital) => {
    const { name, unit, help } = VITALS[of];
    const buckets = VITAL_BOUNDS[of].map((bound) => bound / unit);
    return new Histogram({ name, help, labelNames: LABELS, buckets, registers });
  };
  return {
    visits: new Counter({
      name: 'portal_part_visits_total',
      help: 'Visits whose page named the version and tried it.',
      labelNames: LABELS,
      registers,
    }),
    failedVisits: new Counter({
      name: 'portal_part_failed_visits_total',
      help: 'Those of these visits in which it failed.',
      labelNames: LABELS,
      registers,
    }),
    failures: new Counter({
      name: 'portal_part_failures_total',
      help: 'Visits by kind of failure, also those with the version as a fallback.',
      labelNames: [...LABELS, 'failure'],
      registers,
    }),
    loads: new Histogram({
      name: 'portal_part_load_seconds',
      help: 'How long parts took to load, as pages reported.',
      labelNames: LABELS,
      buckets: [...LOAD_SECONDS],
      registers,
    }),
    vitals: { LCP: vital('LCP'), INP: vital('INP'), CLS: vital('CLS') },
  };
}

/**
 * What has been counted of versions since the process started, in the metrics. Only of released versions, so that reports about invented
 * ones cannot fill the memory.
 */
export class Totals {
  readonly #metrics: ReturnType<typeof makeMetrics>;
  /** In the order in which they were released. */
  readonly #versions = new Map<string, Version>();

  constructor(registry: Registry) {
    this.#metrics = makeMetrics(registry);
  }

  /** Starts to count a version. */
  expect(part: string, version: string): void {
    const key = versionKey(part, version);
    const isKnown = this.#versions.delete(key);
    this.#versions.set(key, { part, version });
    if (!isKnown) this.#begin({ part, version });
    const [oldest] = this.#versions;
    if (this.#versions.size <= MOST_VERSIONS || !oldest) return;
    this.#versions.delete(oldest[0]);
    this.#drop(oldest[1]);
  }

  /** Counts a visit whose view names the version, each once, or one of them that failed. */
  add(of: Version, what: 'visits' | 'failedVisits'): void {
    if (this.#isExpected(of)) this.#metrics[what].inc(labelsOf(of));
  }

  /** Counts a visit with this kind of failure, also one that got the version as a fallback. */
  addFailure(report: FailureReport): void {
    if (this.#isExpected(report)) this.#metrics.failures.inc({ ...labelsOf(report), failure: report.failure });
  }

  addLoad(of: Version, seconds: number): void {
    if (this.#isExpected(of)) this.#metrics.loads.observe(labelsOf(of), seconds);
  }

  addVital(report: VitalReport, value: number): void {
    const { vital } = report;
    if (this.#isExpected(report)) this.#metrics.vitals[vital].observe(labelsOf(report), value / VITALS[vital].unit);
  }

  #isExpected({ part, version }: Version): boolean {
    return this.#versions.has(versionKey(part, version));
  }

  /** Zeros, because Prometheus does not see a first increase from nothing. */
  #begin(version: Version): void {
    const { visits, failedVisits, failures, loads } = this.#metrics;
    for (const counter of [visits, failedVisits]) counter.inc({ ...version }, 0);
    for (const failure of PART_FAILURES) failures.inc({ ...version, failure }, 0);
    loads.zero({ ...version });
  }

  #drop(version: Version): void {
    const { visits, failedVisits, failures, loads, vitals } = this.#metrics;
    for (const metric of [visits, failedVisits, loads, ...Object.values(vitals)]) metric.remove({ ...version });
    for (const failure of PART_FAILURES) failures.remove({ ...version, failure });
  }
}

const labelsOf = ({ part, version }: Version) => ({ part, version });
