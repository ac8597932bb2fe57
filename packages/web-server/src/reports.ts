import type { IncomingMessage } from 'node:http';
import { REPORTS_PATH } from '@portal/contract/page-elements';
import { InvalidInputError } from '@portal/contract/parse';
import type { PartReport } from '@portal/contract/report';
import { parseReports } from '@portal/contract/report';
import type { PartFailure } from '@portal/contract/failure';
import type { HttpResponse } from './http-response.ts';
import { textResponse } from './http-response.ts';
import { LOAD_SECONDS } from './metrics.ts';
import type { Directive, PolicyViolation } from './violations.ts';
import { parseViolations } from './violations.ts';
import type { PartCounts } from './metrics.ts';

/** What a page or a browser reports. */
type Report = PartReport | PolicyViolation;

interface ReportKind {
  /** The largest accepted body, in bytes: more than is sent at once. */
  readonly mostBytes: number;
  parse(input: unknown): readonly Report[];
}

/** By media type. Browsers send violations of a page's policy themselves, and with them the policy and addresses. */
const KINDS: Readonly<Record<string, ReportKind | undefined>> = {
  'application/json': { mostBytes: 8192, parse: parseReports },
  'application/csp-report': { mostBytes: 32_768, parse: parseViolations },
  'application/reports+json': { mostBytes: 131_072, parse: parseViolations },
};

/** Counts reports; returns false if too many arrive at the moment. */
export type TakeReports = (reports: readonly Report[]) => boolean;

export function isReport({ url = '' }: IncomingMessage): boolean {
  return url === REPORTS_PATH;
}

/** The body as text; undefined when it is too large. @throws when the connection breaks. */
async function readBody(request: IncomingMessage, mostBytes: number): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Buffer)) continue;
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refuse(status: number, text: string): HttpResponse {
  // The rest of the body is not read.
  return textResponse(status, text, { connection: 'close' });
}

/** Refuses requests that may come from another site: only pages of this origin can send these media types without a preflight. */
function checkSender({ method, headers }: IncomingMessage): HttpResponse | undefined {
  if (method !== 'POST') return textResponse(405, 'Only POST is answered here.', { allow: 'POST' });
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return refuse(403, 'Reports come from the portal itself.');
  return undefined;
}

/**
 * Answers a page's reports about its parts, and a browser's about broken policies. Anybody can send reports, so they are only counted, their size and number are limited,
 * and nothing about the sender is kept.
 */
export async function answerReports(request: IncomingMessage, take: TakeReports): Promise<HttpResponse> {
  const refused = checkSender(request);
  if (refused) return refused;
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  const kind = KINDS[type.trim().toLowerCase()];
  if (!kind) return refuse(415, 'Reports are JSON.');
  try {
    const body = await readBody(request, kind.mostBytes);
    if (body === undefined) return refuse(413, 'The report is too large.');
    return take(kind.parse(JSON.parse(body)))
      ? { status: 204, headers: { 'cache-control': 'no-store' }, body: '' }
      : textResponse(429, 'Too many reports at the moment.', { 'retry-after': '1' });
  } catch (error) {
    if (error instanceof InvalidInputError) return textResponse(400, error.message);
    // Its message quotes the body.
    if (error instanceof SyntaxError) return textResponse(400, 'The report is no JSON.');
    return refuse(400, 'The report is incomplete.');
  }
}

/** How many versions are counted at the same time; those released the longest ago are dropped first. */
const MOST_VERSIONS = 200;
/** The size of a burst of reports that is counted, and after it the number per second. */
const BURST = 2000;
const REPORTS_PER_SECOND = 1000;

interface Counts {
  readonly part: string;
  readonly version: string;
  readonly failures: Map<PartFailure, number>;
  /** Number of loads for each upper bound; the last entry counts those above all bounds. */
  readonly loads: number[];
  loadSeconds: number;
}

/** Counts reports about released versions only, so that reports about invented versions cannot fill the memory. */
export class ReportCounter {
  readonly #now: () => number;
  readonly #counts = new Map<string, Counts>();
  #allowance = BURST;
  #allowedAt: number;
  readonly #violations = new Map<Directive, number>();
  #refused = 0;

  /** `now`: a clock that never goes back, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#allowedAt = now();
  }

  /** Starts to count reports about a version. */
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

  /** Counts reports; returns false if more arrive than real visitors would send. */
  take(reports: readonly Report[]): boolean {
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

  /** Number of reports that were not counted, because of the limit or because their version was not released. */
  get refused(): number {
    return this.#refused;
  }

  get counts(): readonly PartCounts[] {
    return [...this.#counts.values()];
  }

  /** Number of violations of the pages' policies, by directive. */
  get violations(): ReadonlyMap<Directive, number> {
    return this.#violations;
  }

  #count(report: Report): void {
    if ('violation' in report) {
      this.#violations.set(report.violation, (this.#violations.get(report.violation) ?? 0) + 1);
      return;
    }
    const counts = this.#counts.get(`${report.part}@${report.version}`);
    if (!counts) {
      this.#refused += 1;
    } else if ('failure' in report) {
      counts.failures.set(report.failure, (counts.failures.get(report.failure) ?? 0) + 1);
    } else {
      const seconds = report.loadedIn / 1000;
      const bound = LOAD_SECONDS.findIndex((limit) => seconds <= limit);
      const index = bound === -1 ? LOAD_SECONDS.length : bound;
      counts.loads[index] = (counts.loads[index] ?? 0) + 1;
      counts.loadSeconds += seconds;
    }
  }
}
