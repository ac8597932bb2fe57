import type { VisitRow } from '@portal/contract/visits';
import { INTERVAL_SECONDS } from '@portal/contract/visits';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import type { Store } from '@portal/release/store';
import { CanaryGuard } from './canary-guard.ts';
import { Announcer } from './announcements/announcer.ts';
import type { WatcherEvent } from './announcements/announcer.ts';
import type { StoreHealth } from './announcements/damage.ts';
import { failingParts } from './announcements/failing-parts.ts';
import type { LiveRun } from './evidence-recorder.ts';
import { EvidenceRecorder } from './evidence-recorder.ts';
import { GuardRecorder } from './guard-recorder.ts';
import { ReleaseFollower } from './release-follower.ts';
import { findPlanPause } from './settings/plan-pauses.ts';
import type { WatcherSettings } from './settings/settings.ts';
import { NO_SETTINGS } from './settings/settings.ts';
import { describeWaiting } from './staged-plans.ts';
import type { RunningCanary, WatcherStatus } from './status.ts';
import { ServerReader } from './visits/server-reader.ts';
import { VisitCollection } from './visits/visit-collection.ts';
import type { WatcherLog } from './watcher-log.ts';
import { failure } from './watcher-log.ts';

export type { CanaryStatus, PlanStatus, ReceiverStatus, ServerStatus, WatcherStatus } from './status.ts';
export type { WatcherEvent } from './announcements/announcer.ts';
export type { Announcement } from './announcements/announcement.ts';

export interface WatcherOptions {
  readonly store: Store;
  /** Addresses of the web servers' metrics. */
  readonly servers: readonly string[];
  readonly settings?: WatcherSettings;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Milliseconds between two looks; null: it looks only when it is asked to. */
  readonly intervalMs?: number | null;
  /** How long `close` waits for a store or a receiver that does not answer; 30 seconds by default. In milliseconds. */
  readonly closeLimitMs?: number;
  readonly log: WatcherLog;
  /** Receives each announcement, and each version that is known good from then on. */
  readonly record: (event: WatcherEvent) => void;
}

export interface Watcher {
  status(): WatcherStatus;
  /**
   * Whether the store could be read when it was last tried. False before that, and while a look takes longer than a
   * minute.
   */
  isStoreReadable(): boolean;
  /** Looks now, or waits for the look under way. Never throws. */
  look(): Promise<void>;
  /** Resolves when the receivers have answered for what was due at the last look. */
  delivered(): Promise<void>;
  /** Resolves when nothing is under way any more, or after the time limit. */
  close(): Promise<void>;
}

/** Short, because a canary that fails is ended at a look. In milliseconds. */
const INTERVAL_MS = 5000;
/** Web servers have a shorter limit, so a look that takes longer waits for a store that hangs. In milliseconds. */
const LOOK_LIMIT_MS = 60_000;
/** As long as service and console give to their requests. In milliseconds. */
const CLOSE_LIMIT_MS = 30_000;
/** How often a look begins again after releases of others in between. */
const MOST_ROUNDS = 5;
const DAY_SECONDS = 24 * 60 * 60;

/**
 * Which rows are kept: of the last day, and of a week for the part of a running canary and for versions that may become
 * known good.
 */
function keeps(
  canaries: readonly RunningCanary[],
  pending: readonly LiveRun[],
  now: number,
): (row: VisitRow) => boolean {
  const day = now / 1000 - DAY_SECONDS;
  const week = now / 1000 - 7 * DAY_SECONDS;
  const begins = new Map(canaries.map(({ part, since }) => [part, Date.parse(since.at) / 1000 - INTERVAL_SECONDS]));
  const isPending = ({ part, version }: VisitRow) =>
    pending.some((run) => run.part === part && run.version === version);
  return (row) =>
    row.interval >= day ||
    (row.interval >= week && (row.interval >= (begins.get(row.part) ?? Infinity) || isPending(row)));
}

class StoreWatcher implements Watcher {
  readonly #settings: WatcherSettings;
  readonly #now: () => number;
  readonly #log: WatcherLog;
  readonly #collection = new VisitCollection();
  readonly #readers: readonly ServerReader[];
  readonly #releases: ReleaseFollower;
  readonly #guard: CanaryGuard;
  readonly #announcer: Announcer;
  readonly #evidence: EvidenceRecorder;
  readonly #guarded: GuardRecorder;
  readonly #closing = new AbortController();
  readonly #closeLimitMs: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #delivering: Promise<void> | undefined;
  /** When the last look began, in milliseconds since the epoch. */
  #lookingSince = 0;
  #lookedAt: string | null = null;
  #wasStoreRead = false;
  #storeProblem: string | null = null;

  constructor(options: WatcherOptions) {
    const { store, servers, settings = NO_SETTINGS, now = Date.now, log } = options;
    this.#settings = settings;
    this.#now = now;
    this.#log = log;
    this.#closeLimitMs = options.closeLimitMs ?? CLOSE_LIMIT_MS;
    this.#releases = new ReleaseFollower(store);
    this.#readers = servers.map((address) => new ServerReader(address, this.#collection));
    this.#guard = new CanaryGuard(store, settings, this.#log);
    this.#evidence = new EvidenceRecorder(store);
    this.#guarded = new GuardRecorder(store, settings, log);
    this.#announcer = new Announcer(settings, this.#log, options.record);
  }

  look(): Promise<void> {
    this.#running ??= this.#look()
      .then(() => this.#log.solved('watcher look', 'The watcher can look again.'))
      .catch((error: unknown) => this.#log.problem('watcher look', failure('The watcher could not look', error)))
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  /** Looks now, and again so long after each look, until it is closed. In milliseconds. */
  lookEvery(intervalMs: number): void {
    void this.look().finally(() => {
      if (this.#closing.signal.aborted) return;
      this.#timer = setTimeout(() => this.lookEvery(intervalMs), intervalMs).unref();
    });
  }

  async delivered(): Promise<void> {
    await this.#delivering;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    const { promise: limit, resolve: giveUp } = Promise.withResolvers<void>();
    const timer = setTimeout(giveUp, this.#closeLimitMs);
    await Promise.race([this.#running, limit]);
    await Promise.race([this.#guarded.close(), limit]);
    this.#announcer.close();
    await Promise.race([this.#delivering, limit]);
    clearTimeout(timer);
  }

  status(): WatcherStatus {
    const now = this.#now();
    return {
      lookedAt: this.#lookedAt,
      ...this.#health(now),
      planPause: findPlanPause(this.#settings.planPauses, now) ?? null,
      announcements: this.#announcer.announcements,
      receivers: this.#announcer.receivers,
      visits: this.#collection.visits(),
      vitals: this.#collection.vitals(),
      errors: this.#collection.errors(),
      ignored: this.#collection.ignored(),
    };
  }

  isStoreReadable(): boolean {
    const hangs = this.#running !== undefined && this.#now() - this.#lookingSince > LOOK_LIMIT_MS;
    return this.#wasStoreRead && this.#storeProblem === null && !hangs;
  }

  get #canAct(): boolean {
    return this.#storeProblem === null && !this.#closing.signal.aborted;
  }

  #release(): number {
    return this.#releases.releases.at(-1)?.number ?? 0;
  }

  #health(now: number): StoreHealth {
    return {
      release: this.#release(),
      newest: this.#releases.newest,
      damaged: this.#releases.damaged,
      storeProblem: this.#storeProblem,
      servers: this.#readers.map(({ status }) => status),
      canaries: describeWaiting(this.#releases.canaries.map((canary) => this.#guard.getStatus(canary, now))),
    };
  }

  async #look(): Promise<void> {
    const now = this.#now();
    this.#lookingSince = now;
    await Promise.all([this.#followStore(), ...this.#readers.map((reader) => reader.look(now, this.#closing.signal))]);
    if (this.#storeProblem === null) {
      this.#announcer.begin(this.#releases.releases);
      this.#checkParts();
    }
    this.#collection.forget(keeps(this.#releases.canaries, this.#evidence.pending(this.#releases.releases), now), now);
    this.#guard.judge(this.#collection.runs(), this.#releases.canaries);
    // Before a canary is ended, so that the store says why.
    await this.#recordEvidence(now);
    if (this.#canAct && this.#release() > 0) await this.#guarded.record();
    await this.#act(now);
    this.#announcer.look(this.#releases.releases, this.#health(now), now);
    this.#announcer.tellOnce(this.#guard.questions(this.#releases.canaries, now), now);
    this.#announcer.tellOnce(failingParts(this.#releases.releases, this.#collection.visits(), now), now);
    this.#lookedAt = new Date(now).toISOString();
    // Receivers may be slow, and a look must not wait for them.
    this.#delivering = this.#announcer.deliver(now);
  }

  /** Names parts of the settings that no release has ever had: they may be misspelt, or not released yet. */
  #checkParts(): void {
    const { releases } = this.#releases;
    const parts = Object.keys(this.#settings.parts).filter((part) => part !== '*');
    if (parts.length === 0 || releases.length === 0) return;
    const known = new Set(
      releases.flatMap(({ remotes, canaries }) => Object.keys({ shell: {}, ...remotes, ...canaries })),
    );
    for (const part of parts) {
      const key = `parts.${part}`;
      const topic = `WATCHER_SETTINGS ${key}`;
      if (known.has(part)) this.#log.solved(topic, `WATCHER_SETTINGS: a release has "${key}" now.`);
      else
        this.#log.problem(
          topic,
          `WATCHER_SETTINGS: no release has ever had "${key}". Check the name, unless it will be released later.`,
        );
    }
  }

  async #followStore(): Promise<void> {
    try {
      await this.#releases.follow();
      this.#wasStoreRead = true;
      this.#storeProblem = null;
      this.#log.solved('watcher store', 'The watcher can read the store again.');
    } catch (error) {
      this.#storeProblem = getErrorMessage(error);
      this.#log.problem('watcher store', failure('The watcher cannot read the store', error));
    }
  }

  async #recordEvidence(now: number): Promise<void> {
    if (!this.#canAct) return;
    const { releases } = this.#releases;
    const canaries = this.#releases.canaries.map((canary) => this.#guard.getStatus(canary, now));
    try {
      for (const { part, version } of await this.#evidence.record(releases, canaries, this.#collection.visits(), now))
        this.#announcer.record('version.known-good', `${part} ${version}`);
      this.#log.solved('evidence', 'The watcher can record again how visits go.');
    } catch (error) {
      this.#log.problem('evidence', failure('The watcher could not record how visits go', error));
    }
  }

  async #act(now: number): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      // A store that cannot be read may have changed since, so nothing is done on what was read before.
      if (!this.#canAct) return;
      if (!(await this.#guard.act(this.#releases.canaries, this.#release(), now))) return;
      await this.#followStore();
    }
  }
}

/** Starts a watcher, which looks at once and then every few seconds, one look after the other. */
export function startWatcher(options: WatcherOptions): Watcher {
  const { intervalMs = INTERVAL_MS } = options;
  const watcher = new StoreWatcher(options);
  if (intervalMs !== null) watcher.lookEvery(intervalMs);
  return watcher;
}
