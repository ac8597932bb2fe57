import { createHash } from 'node:crypto';
import { maskMessage } from '@portal/contract/mask-message';
import type { FailureReport, PartReport, VitalReport } from '@portal/contract/report';
import type { VisitRow } from '@portal/contract/visits';
import { LOAD_SECONDS, INTERVAL_SECONDS, SLOW_SECONDS, VITAL_BOUNDS } from '@portal/contract/visits';
import type { Registry } from 'prom-client';
import type { OpenVisit, ReportedPart } from './open-visits.ts';
import { Totals } from './version-totals.ts';
import { VisitTable } from './visit-table.ts';

/** How many different errors of one version count for one visit. */
const ERRORS_PER_VISIT = 10;

/** A load above this could be evidence by itself, and is few people's. */
const VERY_SLOW_SECONDS = 1;

type LoadReport = Exclude<PartReport, FailureReport | VitalReport>;

/** What is known of a report that counts. */
interface Counted<Report = PartReport> {
  readonly visit: OpenVisit;
  /** What the visit has told of the version before. */
  readonly reported: ReportedPart;
  readonly report: Report;
  /**
   * Whether the visitor's view names the version. A fallback's visits would spoil the figures of the version that is
   * compared.
   */
  readonly isReleased: boolean;
  readonly sender: ReportSender;
}

/** What is known of the network that a report comes from. */
interface ReportSender {
  /** Whether it reports something of the kind for the first time of this version. */
  readonly isNew: (what: 'failed' | 'slow') => boolean;
  /** It reports trouble, and counts no more for this part for a day. */
  readonly hasTrouble: () => void;
}

const zeros = (bounds: readonly number[]) => [...bounds, 0].map(() => 0);

/** Counts a value at the first bound that it does not exceed; the last place is for those above all bounds. */
function countValue(values: number[], bounds: readonly number[], value: number): void {
  const bound = bounds.findIndex((each) => value <= each);
  const place = bound === -1 ? bounds.length : bound;
  values[place] = (values[place] ?? 0) + 1;
}

function countFailed(failed: VisitRow['failed'], slots: number): void {
  const known = failed.find(([each]) => each === slots);
  if (known) known[1] += 1;
  else failed.push([slots, 1]);
  failed.sort(([a], [b]) => a - b);
}

/** A number that no other error of a visit has, but by rare chance. */
function computeFingerprint(key: string): number {
  // Of 30 bits, which V8 keeps without an object.
  return createHash('sha256').update(key).digest().readUInt32BE() >>> 2;
}

function getInterval(seconds: number): number {
  return Math.floor(seconds / INTERVAL_SECONDS) * INTERVAL_SECONDS;
}

/** Counts each visit, and each of its failures and errors, once. */
export class Figures {
  readonly totals: Totals;
  readonly table: VisitTable;
  readonly #clock: () => number;

  /** `clock`: the time of day, in milliseconds since the epoch. */
  constructor(clock: () => number, registry: Registry) {
    this.#clock = clock;
    this.table = new VisitTable(clock);
    this.totals = new Totals(registry);
  }

  count(counted: Counted): void {
    const { report } = counted;
    if ('failure' in report) this.#countFailure({ ...counted, report });
    else if ('vital' in report) this.#countVital({ ...counted, report });
    else this.#countLoad({ ...counted, report });
  }

  #row({ visit, report: { part, version } }: Counted, interval: number): VisitRow {
    const { release } = visit.view;
    const nothing = { visits: 0, failed: [], loads: zeros(LOAD_SECONDS), networks: { failed: 0, slow: 0 } };
    return this.table.rows.use({ release, interval, part, version, ...nothing });
  }

  /**
   * Counts the visit at its first load or failure. A failure that `follows` was counted before, perhaps by another web
   * server. @returns its interval.
   */
  #addVisit(counted: Counted, follows?: number): number {
    const { visit, reported, report, isReleased } = counted;
    if (reported.interval !== undefined) return reported.interval;
    const interval = getInterval(Math.max(visit.at, (this.#clock() - (follows ?? 0)) / 1000));
    reported.interval = interval;
    if (!isReleased || follows !== undefined) return interval;
    this.#row(counted, interval).visits += 1;
    this.totals.add(report, 'visits');
    return interval;
  }

  #countFailure(counted: Counted<FailureReport>): void {
    const { reported, report, isReleased } = counted;
    const interval = this.#addVisit(counted, report.follows);
    if (isReleased && !reported.failed) {
      const row = this.#row(counted, interval);
      countFailed(row.failed, Math.max(0, (getInterval(this.#clock() / 1000) - interval) / INTERVAL_SECONDS));
      if (counted.sender.isNew('failed')) row.networks.failed += 1;
      counted.sender.hasTrouble();
      this.totals.add(report, 'failedVisits');
    }
    reported.failed = true;
    if (!reported.failures.has(report.failure)) this.totals.addFailure(report);
    reported.failures.add(report.failure);
    this.#countError(report, reported);
  }

  #countError({ part, version, failure, message, position }: FailureReport, reported: ReportedPart): void {
    if (message === undefined || reported.errors.size >= ERRORS_PER_VISIT) return;
    // Masked here as well, because anybody can send anything.
    const cause = { part, version, failure, message: maskMessage(message), position: position ?? null };
    const at = new Date(this.#clock()).toISOString();
    const fresh = { ...cause, visits: 0, firstAt: at, lastAt: at };
    const fingerprint = computeFingerprint(this.table.errors.getKey(fresh));
    if (reported.errors.has(fingerprint)) return;
    reported.errors.add(fingerprint);
    const row = this.table.useError(fresh);
    row.visits += 1;
    row.lastAt = at;
  }

  #countLoad(counted: Counted<LoadReport>): void {
    const { reported, report, isReleased } = counted;
    const interval = this.#addVisit(counted);
    if (reported.loaded) return;
    reported.loaded = true;
    const seconds = report.loadedIn / 1000;
    this.totals.observe(report, 'loads', report.loadedIn);
    // A load that comes later, after a failure, must not change a interval that has ended.
    if (!isReleased || getInterval(this.#clock() / 1000) !== interval) return;
    const { loads, networks } = this.#row(counted, interval);
    if (seconds > SLOW_SECONDS && counted.sender.isNew('slow')) networks.slow += 1;
    if (seconds > VERY_SLOW_SECONDS) counted.sender.hasTrouble();
    countValue(loads, LOAD_SECONDS, seconds);
  }

  /** Begins no visit: the load of the part has, maybe at another web server. */
  #countVital({ visit, reported, report, isReleased }: Counted<VitalReport>): void {
    const { part, version, vital, value } = report;
    if (!isReleased || reported.vitals.has(vital)) return;
    reported.vitals.add(vital);
    const { release } = visit.view;
    const bounds = VITAL_BOUNDS[vital];
    const row = this.table.vitals.use({ release, part, version, vital, values: zeros(bounds) });
    countValue(row.values, bounds, value);
    this.totals.observe(report, vital, value);
  }
}
