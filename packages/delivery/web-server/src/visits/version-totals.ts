import { PART_FAILURES } from '@portal/contract/failure';
import type { PartFailure } from '@portal/contract/failure';
import { LOAD_SECONDS, VITAL_BOUNDS } from '@portal/contract/visits';
import type { Vital } from '@portal/contract/visits';
import type { Registry } from 'prom-client';
import { Counter, Histogram } from 'prom-client';
import { versionKey } from './open-visits.ts';

interface Version {
  readonly part: string;
  readonly version: string;
}

/** How many versions are counted at the same time; those released the longest ago are dropped first. */
const MOST_VERSIONS = 200;

const inSeconds = (bounds: readonly number[]) => bounds.map((bound) => bound / 1000);

function makeMetrics(registry: Registry) {
  const registers = [registry];
  const labelNames = ['part', 'version'];
  const counter = (name: string, help: string, further: readonly string[] = []) =>
    new Counter({ name, help, labelNames: [...labelNames, ...further], registers });
  const histogram = (name: string, help: string, bounds: readonly number[]) =>
    new Histogram({ name, help, labelNames, buckets: [...bounds], registers });
  return {
    visits: counter('portal_part_visits_total', 'Visits whose page named the version and tried it.'),
    failedVisits: counter('portal_part_failed_visits_total', 'Those of these visits in which it failed.'),
    failures: counter(
      'portal_part_failures_total',
      'Visits by kind of failure, also those with the version as a fallback.',
      ['failure'],
    ),
    loads: histogram('portal_part_load_seconds', 'How long parts took to load, as pages reported.', LOAD_SECONDS),
    LCP: histogram('portal_part_lcp_seconds', 'When the largest content was shown.', inSeconds(VITAL_BOUNDS.LCP)),
    INP: histogram(
      'portal_part_inp_seconds',
      'How long the page took to show what an input did.',
      inSeconds(VITAL_BOUNDS.INP),
    ),
    CLS: histogram('portal_part_cls', 'How much the layout shifted by itself.', VITAL_BOUNDS.CLS),
  };
}

/**
 * What has been counted of versions since the process started, in the metrics. Only of released versions, so that
 * reports about invented ones cannot fill the memory.
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
    if (this.#isExpected(of)) this.#metrics[what].inc(getLabels(of));
  }

  /** Counts a visit with this kind of failure, also one that got the version as a fallback. */
  addFailure(of: Version & { readonly failure: PartFailure }): void {
    if (this.#isExpected(of)) this.#metrics.failures.inc({ ...getLabels(of), failure: of.failure });
  }

  /** `value`: in milliseconds; of CLS, without a unit. */
  observe(of: Version, what: 'loads' | Vital, value: number): void {
    if (this.#isExpected(of)) this.#metrics[what].observe(getLabels(of), what === 'CLS' ? value : value / 1000);
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
    const { failures, ...others } = this.#metrics;
    for (const metric of Object.values(others)) metric.remove({ ...version });
    for (const failure of PART_FAILURES) failures.remove({ ...version, failure });
  }
}

const getLabels = ({ part, version }: Version) => ({ part, version });
