import { outsideRequests } from '@portal/node-kit/observe-requests';
import type { Outage } from '@portal/release/cached-driver';
import type { Release } from '@portal/release/format/release';
import { FollowedStore, SLOW, SLOW_FILES } from './followed-store.ts';
import type { LiveViews, VisitorView } from './views.ts';

/** How often the list of releases is read at most, in milliseconds. */
const CHECK_INTERVAL_MS = 1000;

interface BackgroundOptions {
  readonly work: () => Promise<void>;
  /** How long callers wait for the work, in milliseconds. */
  readonly waitLimitMs: number;
  /** Called when the work takes longer. */
  readonly onLate: () => void;
}

/**
 * Work that runs once at a time. Callers wait for it for a limited time, because a store that hangs must not block a
 * page.
 */
class Background {
  readonly #options: BackgroundOptions;
  #done: Promise<void> | undefined;
  #waited: Promise<void> | undefined;
  #late = false;

  constructor(options: BackgroundOptions) {
    this.#options = options;
  }

  /** Whether the work has been running for longer than callers wait. */
  get late(): boolean {
    return this.#late;
  }

  /** Starts the work, unless it is running. */
  begin(): void {
    if (this.#done) return;
    const { work, waitLimitMs, onLate } = this.#options;
    const { promise: limitReached, resolve } = Promise.withResolvers<undefined>();
    const onLimit = () => {
      this.#late = true;
      outsideRequests(onLate);
      resolve(undefined);
    };
    const timer = setTimeout(onLimit, waitLimitMs).unref();
    this.#done = outsideRequests(work).finally(() => {
      clearTimeout(timer);
      this.#late = false;
      this.#done = undefined;
      this.#waited = undefined;
    });
    this.#waited = Promise.race([this.#done, limitReached]);
  }

  /** Resolves when the running work is done. */
  async done(): Promise<void> {
    await this.#done;
  }

  /** Resolves when the running work is done, or the wait limit is reached. */
  async waited(): Promise<void> {
    await this.#waited;
  }
}

type LiveReleaseOptions = ConstructorParameters<typeof FollowedStore>[0] & {
  /** Why the store does not answer; undefined while it does. */
  readonly outage: () => Outage | undefined;
  /** How long a page waits for the store before it is served from memory, in milliseconds. */
  readonly waitLimitMs: number;
};

/** The served release, and the problems of the store. */
export interface ReleaseState extends Readonly<Pick<FollowedStore, 'heldBack' | 'damaged' | 'refuses'>> {
  readonly release: Release | undefined;
  /** Whether the last check could read the store itself, not copies, and the current one is not late. */
  readonly readable: boolean;
  /** Why no release is served, in a sentence; undefined while one is. */
  readonly servesNothing: string | undefined;
  /** Why the store does not answer, and since when copies stand for it; undefined while it answers. */
  readonly outage: Outage | undefined;
}

/**
 * The release that pages are made from. The store is looked at while they are asked for; they wait for that as long as
 * the limit says.
 */
export class LiveReleases {
  readonly #options: LiveReleaseOptions;
  readonly #followed: FollowedStore;
  #checkedAt = Number.NEGATIVE_INFINITY;
  readonly #check: Background;
  readonly #verification: Background;

  constructor(options: LiveReleaseOptions) {
    this.#options = options;
    const { waitLimitMs } = options;
    this.#followed = new FollowedStore(options);
    const report = (topic: string) => () => this.#reportLate(topic);
    this.#check = new Background({ work: () => this.#look(), waitLimitMs, onLate: report(SLOW) });
    this.#verification = new Background({
      work: () => this.#followed.verify(() => this.#verification.late),
      waitLimitMs,
      onLate: report(SLOW_FILES),
    });
  }

  /**
   * The views of the served release; undefined while there is none. Checks the store at most once a second, and waits
   * as long as that takes while there is nothing in memory.
   */
  async current(): Promise<LiveViews | undefined> {
    this.#checkSometimes();
    await (this.#followed.live ? this.#check.waited() : this.#check.done());
    return this.#followed.live?.views;
  }

  async withDigest(digest: string): Promise<VisitorView | undefined> {
    const live = await this.current();
    const former = () =>
      this.#followed.former.map(({ views }) => views.withDigest(digest)).find((view) => view !== undefined);
    return live?.withDigest(digest) ?? former();
  }

  /** Whether there is a release to serve, without a look at the store. */
  get isServing(): boolean {
    return this.#followed.live !== undefined;
  }

  /** The state after a check that is due; while the store is silent, that before it. */
  async state(): Promise<ReleaseState> {
    this.#checkSometimes();
    await this.#check.waited();
    await this.#verification.waited();
    const outage = this.#options.outage();
    const { live, heldBack, damaged, readable, refuses, servesNothing } = this.#followed;
    return {
      release: live?.release,
      heldBack,
      damaged,
      readable: readable && !outage && !this.#check.late && !this.#verification.late,
      refuses,
      servesNothing: live ? undefined : servesNothing,
      outage,
    };
  }

  #checkSometimes(): void {
    const now = this.#options.now();
    if (now - this.#checkedAt < CHECK_INTERVAL_MS) return;
    this.#checkedAt = now;
    this.#check.begin();
  }

  #reportLate(topic: string): void {
    const { store, log } = this.#options;
    const { live } = this.#followed;
    const served = live ? `release ${String(live.release.number)} is served from memory` : 'no release is served yet';
    log.problem(topic, `${store.place} is slow to answer; ${served}.`);
  }

  async #look(): Promise<void> {
    await this.#followed.check(() => this.#check.late);
    // Pages do not wait for the verification.
    this.#verification.begin();
  }
}
