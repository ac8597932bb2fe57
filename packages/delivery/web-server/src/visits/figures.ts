import type { FailureReport, PartReport, VitalReport } from '@portal/contract/report';
import type { Visits } from '@portal/contract/visits';
import { LOAD_SECONDS, SLOT_SECONDS, SLOW_SECONDS } from '@portal/contract/visits';
import type { Registry } from 'prom-client';
import type { CacheSize } from '../http/bounded-cache.ts';
import { ErrorGroups } from './error-groups.ts';
import type { OpenVisit, ToldPart } from './open-visits.ts';
import { Totals } from './version-totals.ts';
import { VitalRows } from './vital-rows.ts';
import { placeOf, slotOf, VisitRows } from './visit-rows.ts';

/** How many different errors of one version count for one visit. */
const ERRORS_PER_VISIT = 10;

/** A load above this could be evidence by itself, and is few people's. */
const VERY_SLOW_SECONDS = 1;

type LoadReport = Exclude<PartReport, FailureReport | VitalReport>;

/** What is known of a report that counts. */
export interface Counted<Report = PartReport> {
  readonly visit: OpenVisit;
  /** What the visit has told of the version before. */
  readonly told: ToldPart;
  readonly report: Report;
  /** Whether the visitor's view names the version. A fallback's visits would spoil the figures of the version that is compared. */
  readonly isReleased: boolean;
  readonly sender: ReportSender;
}

/** What is known of the network that a report comes from. */
export interface ReportSender {
  /** Whether it reports something of the kind for the first time of this version. */
  readonly isNew: (what: 'failed' | 'slow') => boolean;
  /** It reports trouble, and counts no more for this part for a day. */
  readonly hasTrouble: () => void;
}

/** What is counted of visits: each visit, and each of its failures and errors, once. */
export class Figures {
  readonly totals: Totals;
  readonly rows = new VisitRows();
  readonly vitals = new VitalRows();
  readonly errors = new ErrorGroups();
  readonly #clock: () => number;

  /** `clock`: the time of day, in milliseconds since the epoch. */
  constructor(clock: () => number, registry: Registry) {
    this.#clock = clock;
    this.totals = new Totals(registry);
  }

  get kept(): Readonly<Record<string, CacheSize>> {
    return { 'visit-rows': this.rows, 'vital-rows': this.vitals, errors: this.errors };
  }

  /** Adds what another process has counted. Its totals are not among it: the metrics count since the start of a process. */
  restore({ rows, vitals, errors }: Pick<Visits, 'rows' | 'vitals' | 'errors'>): void {
    this.rows.restore(rows);
    this.vitals.restore(vitals);
    this.errors.restore(errors);
  }

  count(counted: Counted): void {
    const { report } = counted;
    if ('failure' in report) this.#countFailure({ ...counted, report });
    else if ('vital' in report) this.#countVital({ ...counted, report });
    else this.#countLoad({ ...counted, report });
  }

  #row({ visit, report }: Counted, slot: number) {
    return this.rows.row(visit.view.release, slot, report.part, report.version, this.#clock() / 1000);
  }

  /** Counts the visit at its first load or failure. A failure that `follows` was counted before, perhaps by another web server. @returns its slot. */
  #addVisit(counted: Counted, follows?: number): number {
    const { visit, told, report, isReleased } = counted;
    if (told.slot !== undefined) return told.slot;
    const slot = slotOf(Math.max(visit.at, (this.#clock() - (follows ?? 0)) / 1000));
    told.slot = slot;
    if (!isReleased || follows !== undefined) return slot;
    this.#row(counted, slot).visits += 1;
    this.totals.add(report, 'visits');
    return slot;
  }

  #countFailure(counted: Counted<FailureReport>): void {
    const { told, report, isReleased } = counted;
    const slot = this.#addVisit(counted, report.follows);
    if (isReleased && !told.failed) {
      const row = this.#row(counted, slot);
      const later = Math.max(0, (slotOf(this.#clock() / 1000) - slot) / SLOT_SECONDS);
      row.failed.set(later, (row.failed.get(later) ?? 0) + 1);
      if (counted.sender.isNew('failed')) row.senders.failed += 1;
      counted.sender.hasTrouble();
      this.totals.add(report, 'failedVisits');
    }
    told.failed = true;
    if (!told.failures.has(report.failure)) this.totals.addFailure(report);
    told.failures.add(report.failure);
    const key = ErrorGroups.keyOf(report);
    if (key === undefined || told.errors.size >= ERRORS_PER_VISIT) return;
    const fingerprint = ErrorGroups.fingerprintOf(key);
    if (told.errors.has(fingerprint)) return;
    told.errors.add(fingerprint);
    this.errors.add(report, key, this.#clock());
  }

  #countLoad(counted: Counted<LoadReport>): void {
    const { told, report, isReleased } = counted;
    const slot = this.#addVisit(counted);
    if (told.loaded) return;
    told.loaded = true;
    const seconds = report.loadedIn / 1000;
    this.totals.addLoad(report, seconds);
    // A load that comes later, after a failure, must not change a slot that has ended.
    if (!isReleased || slotOf(this.#clock() / 1000) !== slot) return;
    const { loads, senders } = this.#row(counted, slot);
    if (seconds > SLOW_SECONDS && counted.sender.isNew('slow')) senders.slow += 1;
    if (seconds > VERY_SLOW_SECONDS) counted.sender.hasTrouble();
    const place = placeOf(seconds, LOAD_SECONDS);
    loads[place] = (loads[place] ?? 0) + 1;
  }

  /** Begins no visit: the load of the part has, maybe at another web server. */
  #countVital({ visit, told, report, isReleased }: Counted<VitalReport>): void {
    const { part, version, vital, value } = report;
    if (!isReleased || told.vitals.has(vital)) return;
    told.vitals.add(vital);
    this.vitals.add({ release: visit.view.release, part, version, vital }, value);
    this.totals.addVital(report, value);
  }
}
