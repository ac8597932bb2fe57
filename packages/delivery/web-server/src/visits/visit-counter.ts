import { OUTSIDE_CAUSES } from '@portal/contract/report';
import type { PartReport, PageReports } from '@portal/contract/report';
import { Registry } from 'prom-client';
import type { CacheSize } from '../http/bounded-cache.ts';
import { labelledCounter } from '../metrics.ts';
import type { Directive } from './violations.ts';
import { DIRECTIVES } from './violations.ts';
import { Figures } from './figures.ts';
import type { OpenVisit } from './open-visits.ts';
import { createReportedPart, OpenVisits, ServedViews, versionKey } from './open-visits.ts';
import { Senders } from './senders.ts';
import { VISIT_SECONDS } from './visit-token.ts';
import type { VisitToken, VisitTokens } from './visit-token.ts';

/** Why reports move no figure. */
const APART = [
  'no-token',
  'forged',
  'expired',
  'other-view',
  'page-limit',
  'address-limit',
  'too-many',
  ...OUTSIDE_CAUSES,
] as const;
type Apart = (typeof APART)[number];

/** Who sends reports: a hint at most, since anybody can send them. */
export interface Sender {
  /** Undefined for visitors who are not limited by their address. */
  readonly address: string | undefined;
  /** The values of the token's cookie. */
  readonly tokens: readonly string[];
}

interface VisitCounterOptions {
  /** Never goes back, in milliseconds. */
  readonly now: () => number;
  /** The time of day, in milliseconds since the epoch. */
  readonly clock: () => number;
  /** Of the metrics; one that nobody reads by default. */
  readonly registry?: Registry;
  /** Called after something was counted. */
  readonly onCount?: () => void;
}

/** Counts what pages report, each visit once, and only with a token that the page was given. */
export class VisitCounter {
  readonly views = new ServedViews();
  readonly figures: Figures;
  readonly #visits = new OpenVisits();
  readonly #senders: Senders;
  readonly #tokens: VisitTokens;
  readonly #clock: () => number;
  readonly #onCount: () => void;
  readonly #countApart: (reason: Apart, reports: number) => void;
  readonly #countViolation: (directive: Directive) => void;

  constructor(tokens: VisitTokens, { now, clock, registry = new Registry(), onCount = () => {} }: VisitCounterOptions) {
    this.#onCount = onCount;
    this.#tokens = tokens;
    this.#senders = new Senders(now);
    this.#clock = clock;
    this.figures = new Figures(clock, registry);
    this.#countApart = labelledCounter(registry, {
      name: 'portal_reports_ignored_total',
      help: 'Reports that moved no figure.',
      label: 'reason',
      values: APART,
    });
    this.#countViolation = labelledCounter(registry, {
      name: 'portal_policy_violations_total',
      help: 'Violations of the policies of pages, as browsers reported.',
      label: 'directive',
      values: DIRECTIVES,
    });
  }

  /** What is kept in memory. */
  get caches(): Readonly<Record<string, CacheSize>> {
    return { ...this.figures.table.caches, 'open-visits': this.#visits, senders: this.#senders };
  }

  /** Counts violations of policies; returns false if too many reports arrive at the moment. */
  takeViolations({ address }: Sender, found: readonly Directive[]): boolean {
    if (!this.#mayReport(address, found.length)) return false;
    for (const directive of found) this.#countViolation(directive);
    return true;
  }

  /** Counts the reports of a page; returns false if too many arrive at the moment. */
  takeReports(sender: Sender, { visit: page, reports }: PageReports): boolean {
    if (!this.#mayReport(sender.address, reports.length)) return false;
    const token = this.#validToken(sender.tokens);
    const visit = typeof token === 'string' ? token : this.#getVisit(token, page);
    if (typeof visit === 'string') this.#setApart(visit, reports.length);
    else for (const report of reports) this.#count(sender.address, visit, report);
    this.#onCount();
    return true;
  }

  #seconds(): number {
    return this.#clock() / 1000;
  }

  #setApart(reason: Apart, reports: number): void {
    const { ignored } = this.figures.table;
    ignored[reason] = (ignored[reason] ?? 0) + reports;
    this.#countApart(reason, reports);
  }

  #mayReport(address: string | undefined, reports: number): boolean {
    const may = this.#senders.mayReport(address, reports);
    if (!may) this.#setApart('too-many', reports);
    return may;
  }

  #validToken(texts: readonly string[]): VisitToken | Apart {
    const signed = texts.map((text) => this.#tokens.read(text)).filter((token) => token !== undefined);
    // The newest is the own one: whatever another host has planted, the page that was opened last has set its token
    // after that.
    const [token] = signed.toSorted((one, other) => other.at - one.at);
    if (!token) return texts.length > 0 ? 'forged' : 'no-token';
    return this.#seconds() - token.at < VISIT_SECONDS ? token : 'expired';
  }

  /** The visit that a page has begun, or begins now. */
  #getVisit(token: VisitToken, page: string): OpenVisit | Apart {
    const known = this.#visits.known(page);
    if (known) return this.#seconds() - known.at < VISIT_SECONDS ? known : 'expired';
    const view = this.views.find(token.release, token.view);
    if (!view) return 'other-view';
    return this.#visits.begin(page, token, view, this.#seconds()) ?? 'page-limit';
  }

  #count(address: string | undefined, visit: OpenVisit, report: PartReport): void {
    const { part, version } = report;
    const { versions, fallbacks } = visit.view;
    const key = versionKey(part, version);
    const isReleased = versions.get(part) === version;
    if (!isReleased && !fallbacks.has(key)) this.#setApart('other-view', 1);
    else if ('causedBy' in report && report.causedBy) this.#setApart(report.causedBy, 1);
    else if (!this.#visits.mayReport(visit)) this.#setApart('page-limit', 1);
    else {
      if (!visit.counted.has(part) && !this.#senders.countVisit(address, part)) {
        this.#setApart('address-limit', 1);
        return;
      }
      visit.counted.add(part);
      const reported = visit.reported.get(key) ?? createReportedPart();
      visit.reported.set(key, reported);
      const sender = {
        isNew: (what: string) => this.#senders.isNew(address, `${key} ${what}`),
        hasTrouble: () => this.#senders.noteTrouble(address, part),
      };
      this.figures.count({ visit, reported, report, isReleased, sender });
    }
  }
}
