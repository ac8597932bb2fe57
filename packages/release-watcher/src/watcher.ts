import type { VisitRow } from '@portal/contract/visits';
import { SLOT_SECONDS } from '@portal/contract/visits';
import type { Store } from '@portal/release/store';
import { ReleaseFollower } from './release-follower.ts';
import { runningCanaries } from './running-canaries.ts';
import type { CanaryStatus, WatcherStatus } from './status.ts';
import { ServerReader } from './visits/server-reader.ts';
import { VisitCollection } from './visits/visit-collection.ts';

export type { CanaryStatus, ServerStatus, WatcherStatus } from './status.ts';

export interface WatcherOptions {
  readonly store: Store;
  /** Addresses of the web servers' metrics. */
  readonly servers: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Milliseconds between two looks; null: it looks only when it is asked to. */
  readonly intervalMs?: number | null;
  /** Receives a line for each problem that is new; standard error by default. */
  readonly log?: (line: string) => void;
}

export interface Watcher {
  status(): WatcherStatus;
  /** Looks now, or waits for the look under way. Never throws. */
  look(): Promise<void>;
  /** Resolves when nothing is under way any more. */
  close(): Promise<void>;
}

/** Short, because a canary that fails is ended at a look. In milliseconds. */
const INTERVAL_MS = 5000;
const DAY_SECONDS = 24 * 60 * 60;

/** Rows since the begin of a running canary, and of the last day. */
function keeps(canaries: readonly CanaryStatus[], now: number): (row: VisitRow) => boolean {
  const begins = canaries.map(({ since }) => Date.parse(since.at) / 1000 - SLOT_SECONDS);
  const from = Math.min(now / 1000 - DAY_SECONDS, ...begins);
  return ({ slot }) => slot >= from;
}

class StoreWatcher implements Watcher {
  readonly #now: () => number;
  readonly #log: (line: string) => void;
  readonly #collection = new VisitCollection();
  readonly #readers: readonly ServerReader[];
  readonly #releases: ReleaseFollower;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  #lookedAt: string | null = null;
  #storeProblem: string | null = null;

  constructor({ store, servers, now = Date.now, log = (line) => console.error(line) }: WatcherOptions) {
    this.#now = now;
    this.#log = log;
    this.#releases = new ReleaseFollower(store);
    this.#readers = servers.map((address) => new ServerReader(address, this.#collection));
  }

  look(): Promise<void> {
    this.#running ??= this.#look()
      .catch((error: unknown) => this.#log(`The watcher could not look: ${String(error)}`))
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  status(): WatcherStatus {
    const { releases } = this.#releases;
    return {
      lookedAt: this.#lookedAt,
      release: releases.at(-1)?.number ?? 0,
      storeProblem: this.#storeProblem,
      servers: this.#readers.map(({ status }) => status),
      canaries: runningCanaries(releases),
      visits: this.#collection.visits(),
      vitals: this.#collection.vitals(),
      errors: this.#collection.errors(),
      apart: this.#collection.apart(),
    };
  }

  async #look(): Promise<void> {
    const now = this.#now();
    await Promise.all([this.#followStore(), ...this.#readers.map((reader) => reader.look(now, this.#closing.signal))]);
    this.#collection.forget(keeps(runningCanaries(this.#releases.releases), now), now);
    this.#lookedAt = new Date(now).toISOString();
  }

  async #followStore(): Promise<void> {
    const before = this.#storeProblem;
    try {
      await this.#releases.follow();
      this.#storeProblem = null;
    } catch (error) {
      this.#storeProblem = error instanceof Error ? error.message : String(error);
      if (this.#storeProblem !== before) this.#log(`The watcher cannot read the store: ${this.#storeProblem}`);
    }
  }
}

/** Starts a watcher, which looks at once and then every few seconds, one look after the other. */
export function startWatcher(options: WatcherOptions): Watcher {
  const { intervalMs = INTERVAL_MS } = options;
  const watcher = new StoreWatcher(options);
  if (intervalMs === null) return watcher;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const lookAgain = () => {
    void watcher.look().finally(() => {
      if (!isClosed) timer = setTimeout(lookAgain, intervalMs).unref();
    });
  };
  lookAgain();
  return {
    status: () => watcher.status(),
    look: () => watcher.look(),
    close() {
      isClosed = true;
      clearTimeout(timer);
      return watcher.close();
    },
  };
}
