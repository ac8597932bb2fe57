import type { LogRefusal } from '@portal/contract/visits';
import { LOG_REFUSALS } from '@portal/contract/visits';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import type { ServerLog } from '@portal/node-kit/server-log';
import type { Release } from '@portal/release/format/release';
import { allManifests, fallbackManifests, releasedManifests } from '@portal/release/format/release';
import { LogError } from '@portal/release/release-log/log-error';
import type { Store } from '@portal/release/store';
import type { Assets } from '../files/assets.ts';
import type { ServedRelease } from './load-release.ts';
import { findDamage, findFirstYankReason, loadRelease, newestUrgent } from './load-release.ts';

/** How often the files and fallbacks of the served release are checked, in milliseconds. */
const VERIFY_INTERVAL_MS = 60_000;

/**
 * How many releases that were served before stay in memory for their open pages; a page of an older one is loaded anew.
 */
const KEPT_RELEASES = 5;

/** The problem of the log that the store cannot be read. */
export const UNREADABLE = 'store';
/** The problem of the log that the store takes long to answer. */
export const SLOW = 'slow store';
/** The problem of the log that the files of the store take long. */
export const SLOW_FILES = 'slow files';
/** Other problems. */
const [EMPTY, DAMAGED] = ['empty store', 'damaged release'];

interface FollowOptions {
  readonly store: Store;
  readonly assets: Assets;
  readonly log: ServerLog;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
  /**
   * Called with each release that this server starts to serve, and the number of the one before; undefined for none.
   */
  readonly onChange: (release: Release, before: number | undefined) => void;
}

/**
 * Why the log is refused; undefined if `error` is about something else. A server that only reads needs no key of its
 * own.
 */
function getRefusal(error: unknown): LogRefusal | undefined {
  return error instanceof LogError ? (LOG_REFUSALS.find((each) => each === error.kind) ?? 'damaged') : undefined;
}

/** Follows a store and decides which release is served. The last good one stays live while a newer one is damaged. */
export class FollowedStore {
  readonly #options: FollowOptions;
  live: ServedRelease | undefined;
  /** The releases that were served before, the latest first. */
  former: readonly ServedRelease[] = [];
  /** Numbers of newer releases that are not served because they are damaged. */
  heldBack: readonly number[] = [];
  /**
   * Whether the served release or one of its files is missing or damaged in the store; then it is served from memory.
   */
  damaged = false;
  /** Whether the last look could read the store. */
  readable = true;
  /** Why the log of the store is refused; undefined while it is not. */
  refuses: LogRefusal | undefined;
  /** Why no release is served, in a sentence. */
  servesNothing = 'The store has not been read yet.';
  #verifiedAt = Number.NEGATIVE_INFINITY;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  /** Looks for the newest release that can be served. `isLate` says whether the look takes too long. */
  async check(isLate: () => boolean): Promise<void> {
    const { store, log } = this.#options;
    try {
      const numbers = (await store.releaseNumbers()).toReversed();
      if (this.live && numbers.length === 0) {
        const { number } = this.live.release;
        throw new Error(
          `${store.place} no longer holds any release; release ${String(number)} is served from memory. Restore the store.`,
        );
      }
      const before = this.live;
      const live = await this.#keepLive(numbers);
      const next =
        (await this.#newestServable(numbers, live, true)) ??
        (live ? undefined : await this.#newestServable(numbers, live, false));
      this.readable = true;
      this.refuses = undefined;
      log.solved(UNREADABLE, `${store.place} can be read again.`);
      if (numbers.length === 0) await this.#reportEmpty();
      else log.solved(EMPTY, `${store.place} has a release now.`);
      if (!isLate()) log.solved(SLOW, `${store.place} answers in time again.`);
      if (next && next !== before) this.#take(next);
      const number = this.live?.release.number ?? 0;
      this.heldBack = numbers.filter((other) => other > number);
      // A release that has disappeared from the store is damaged: verify at once.
      if (!numbers.includes(number) && !this.damaged) this.#verifiedAt = Number.NEGATIVE_INFINITY;
    } catch (error) {
      this.readable = false;
      this.refuses = getRefusal(error);
      this.servesNothing = getErrorMessage(error);
      log.problem(UNREADABLE, error);
    }
  }

  /**
   * Logs damage to the served release or one of its files; the server continues from memory. Adds fallbacks that have
   * become usable again, and leaves out those that no longer are.
   */
  async verify(isLate: () => boolean): Promise<void> {
    const { store, log, now } = this.#options;
    const live = this.live;
    if (!live || now() - this.#verifiedAt < VERIFY_INTERVAL_MS) return;
    this.#verifiedAt = now();
    await this.#dropYanked();
    const damage = await findDamage(store, live.stored);
    const rechecked = await live.recheckFallbacks();
    if (this.live !== live) return;
    this.damaged = damage !== undefined;
    if (damage !== undefined) {
      log.problem(
        DAMAGED,
        `Release ${String(live.release.number)} is served from memory, and would not be after a restart: ${getErrorMessage(damage)}`,
      );
    } else {
      log.solved(DAMAGED, `${store.place} has release ${String(live.release.number)} and all of its files again.`);
    }
    if (!isLate()) log.solved(SLOW_FILES, `${store.place} sends its files in time again.`);
    if (rechecked !== live) this.#take(rechecked);
  }

  /** Says that there is no release, and whether it is because there is no store, as where its address is wrong. */
  async #reportEmpty(): Promise<void> {
    const { store, log } = this.#options;
    const isStore = (await store.log()).size > 0;
    this.servesNothing = isStore
      ? `The store ${store.place} has no release yet: promote a shell and its remotes.`
      : `There is no store in ${store.place}: check STORE, and whether its folder is mounted. A new store begins with the first publication.`;
    this.readable = isStore;
    log.problem(EMPTY, this.servesNothing);
  }

  /** Former releases without those that name a yanked version: open pages must not get more of it. */
  async #dropYanked(): Promise<void> {
    const { store } = this.#options;
    const yanked = new Set<ServedRelease>();
    for (const each of this.former) {
      if ((await findFirstYankReason(store, allManifests(each.release))) !== undefined) yanked.add(each);
    }
    this.former = this.former.filter((each) => !yanked.has(each));
  }

  #take(next: ServedRelease): void {
    const { now, onChange } = this.#options;
    const before = this.live?.release.number;
    if (next.release.number !== before) {
      if (this.live) this.former = [this.live, ...this.former].slice(0, KEPT_RELEASES);
      this.damaged = !next.complete;
      this.#verifiedAt = now();
    }
    this.live = next;
    onChange(next.release, before);
  }

  /**
   * The live release, if it may stay. While a newer one is held back, or after the live one has disappeared from the
   * store, one of its versions may be yanked. With a yanked live version or canary the release may not stay; a yanked
   * fallback is left out of it.
   */
  async #keepLive(numbers: readonly number[]): Promise<ServedRelease | undefined> {
    const { store } = this.#options;
    const live = this.live;
    if (!live || live.release.number === numbers[0]) return live;
    if ((await findFirstYankReason(store, releasedManifests(live.release))) !== undefined) return undefined;
    const yanked = await findFirstYankReason(store, fallbackManifests(live.release));
    return yanked === undefined ? live : live.recheckFallbacks();
  }

  /**
   * The newest release that can be served; the live one if no newer one can. `complete` requires every file of every
   * version; if no release is complete, an incomplete one is served, and the shell shows which part is down. Only the
   * newest release may name a yanked version, because the server never goes back to one.
   */
  async #newestServable(
    numbers: readonly number[],
    live: ServedRelease | undefined,
    complete: boolean,
  ): Promise<ServedRelease | undefined> {
    const { store, assets, log } = this.#options;
    for (const number of numbers) {
      // If the live release has disappeared from the store, the server keeps it and does not go back.
      if (live && number <= live.release.number) return live;
      try {
        const release = await store.readRelease(number);
        const yanked = number === numbers[0] ? undefined : await findFirstYankReason(store, releasedManifests(release));
        if (yanked !== undefined) throw new Error(yanked);
        const older = numbers.filter((other) => other < number);
        const urgent = () => newestUrgent(store, release, older, live);
        const loaded = await loadRelease({ store, assets, log, release, complete }, urgent);
        if (complete) log.solved(`release ${String(number)}`, `Release ${String(number)} can be served now.`);
        return loaded;
      } catch (error) {
        const problem = `Release ${String(number)} ${complete ? 'is not served' : 'cannot be served at all'}: ${getErrorMessage(error)}`;
        if (number === numbers[0]) this.servesNothing = problem;
        log.problem(`release ${String(number)}`, problem);
      }
    }
    return undefined;
  }
}
