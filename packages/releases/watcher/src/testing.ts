import { visitRow } from '@portal/contract/sample-visits';
import type { VisitRow, Visits } from '@portal/contract/visits';
import { LOAD_SECONDS, INTERVAL_SECONDS, VISITS_PATH } from '@portal/contract/visits';
import type { Listening } from '@portal/node-kit/listen';
import { listen } from '@portal/node-kit/listen';
import { freePort } from '@portal/node-kit/testing';
import type { WatcherSettings } from './settings/settings.ts';
import { NO_SETTINGS } from './settings/settings.ts';
import type { WatcherStatus } from './status.ts';
import type { WatcherLog } from './watcher-log.ts';

/** For tests: a row, by default of one visit of mfe-hubs 1.0.0 that worked. */
export const sampleRow = (changes: Partial<VisitRow> = {}): VisitRow =>
  visitRow({ loads: [...LOAD_SECONDS, Infinity].map(() => 0), ...changes });

/** For tests: what a watcher sees that has neither web servers nor canaries. */
export function sampleStatus(changes: Partial<WatcherStatus> = {}): WatcherStatus {
  return {
    lookedAt: '2026-11-23T03:00:00.000Z',
    release: 1,
    newest: 1,
    damaged: [],
    storeProblem: null,
    servers: [],
    canaries: [],
    planPause: null,
    announcements: [],
    receivers: [],
    visits: [],
    vitals: [],
    errors: [],
    ignored: {},
    ...changes,
  };
}

/** For tests: the metrics of a web server that counts what a test says. */
export class CountingServer {
  visits: Visits;
  /** The addresses that were asked for. */
  readonly asked: string[] = [];
  #listening: Listening | undefined;
  #port: number | undefined;

  constructor(now: number, changes: Partial<Visits> = {}) {
    const at = new Date(now).toISOString();
    const none = { rows: [], vitals: [], errors: [], heldBack: [], ignored: {} };
    this.visits = { schema: 1, instance: 'one', startedAt: at, at, served: 1, ...none, ...changes };
  }

  get address(): string {
    return `http://127.0.0.1:${String(this.#port)}/metrics`;
  }

  async start(): Promise<this> {
    // Not 0: while it is stopped, the system could give that port to somebody else.
    this.#port ??= await freePort();
    this.#listening = await listen(
      ({ url = '' }, response) => {
        this.asked.push(url);
        const { pathname, searchParams } = new URL(url, 'http://localhost');
        const after = Number(searchParams.get('after'));
        const rows = this.visits.rows.filter(({ interval }) => interval >= after);
        const metrics = `portal_release_number ${String(this.visits.served)}\n`;
        response.end(pathname === VISITS_PATH ? JSON.stringify({ ...this.visits, rows }) : metrics);
      },
      { port: this.#port, host: '127.0.0.1', variable: 'METRICS_PORT' },
    );
    return this;
  }

  /** Counts rows, each of one interval: that of the time `at`, in milliseconds since the epoch. */
  count(at: number, ...rows: readonly Partial<VisitRow>[]): void {
    const seconds = Math.floor(at / 1000);
    const interval = seconds - (seconds % INTERVAL_SECONDS);
    this.visits.rows.push(...rows.map((row) => sampleRow({ interval, ...row })));
  }

  async stop(): Promise<void> {
    await this.#listening?.close();
    this.#listening = undefined;
  }
}

/** Settings of a watcher that leaves promotions alone. */
export const UNGUARDED: WatcherSettings = {
  ...NO_SETTINGS,
  parts: { '*': { endsByItself: true, guardsPromotions: false } },
};

/** The log of a watcher that must have no problem: one fails the test. */
export const NO_PROBLEMS: WatcherLog = {
  problem(_topic, problem) {
    throw problem;
  },
  solved: () => undefined,
};
