import type { Bucket } from '@portal/contract/cohort';
import type { Release } from '@portal/contract/release';
import type { Store } from '@portal/release/store';
import type { Assets } from './assets.ts';
import { Background } from './background.ts';
import { firstDamage, firstYanked } from './release-checks.ts';
import type { Log } from './log.ts';
import { reasonOf } from './log.ts';
import { fallbackManifests, releasedManifests } from './live-parts.ts';
import { loadRelease, newestUrgent } from './load-release.ts';
import type { ServedRelease } from './load-release.ts';
import type { VisitorView } from './visitor-view.ts';

/** How long an answer may go by the last look at the list of releases, in milliseconds. */
const CHECK_INTERVAL_MS = 1000;
/** How often the files of the release that is served are read again, and its fallbacks looked at, in milliseconds. */
const VERIFY_INTERVAL_MS = 60_000;

export interface LiveReleaseOptions {
  readonly store: Store;
  readonly assets: Assets;
  readonly log: Log;
  /** Milliseconds on any clock that only goes forward. */
  readonly now: () => number;
  /** How long a page waits for the store before it goes by what is in memory, in milliseconds. */
  readonly patience: number;
  /** Told of every release that becomes live here. */
  readonly onChange: (release: Release) => void;
}

/** What is served, and what is wrong with what is in the store. */
export interface ReleaseState {
  readonly release: Release | undefined;
  /** Numbers of newer releases that are not served because they are damaged. */
  readonly heldBack: readonly number[];
  /** The release that is served goes on from memory: it or its files are no longer in the store as they were. */
  readonly damaged: boolean;
  /** The store could be read at the last look, and a look that is under way does not take long. */
  readonly readable: boolean;
}

/** Follows the store: which release is served now. The last good one stays while a newer one is damaged. */
export class LiveReleases {
  readonly #options: LiveReleaseOptions;
  #live: ServedRelease | undefined;
  #heldBack: readonly number[] = [];
  #damaged = false;
  #readable = true;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #verifiedAt = Number.NEGATIVE_INFINITY;
  readonly #check: Background;
  readonly #verification: Background;

  constructor(options: LiveReleaseOptions) {
    this.#options = options;
    const { patience } = options;
    const onLate = () => this.#tellLate();
    this.#check = new Background({ work: () => this.#lookAgain(), patience, onLate });
    this.#verification = new Background({ work: () => this.#verifyAgain(), patience, onLate });
  }

  /** What the visitors of a bucket are served; undefined while there is no release. Looks into the store at most once a second. */
  async current(bucket: Bucket): Promise<VisitorView | undefined> {
    await this.#look();
    return this.#live?.viewOf(bucket);
  }

  async state(): Promise<ReleaseState> {
    await this.#look();
    await this.#verification.waited();
    return {
      release: this.#live?.release,
      heldBack: this.#heldBack,
      damaged: this.#damaged,
      readable: this.#readable && !this.#check.late && !this.#verification.late,
    };
  }

  async #look(): Promise<void> {
    const now = this.#options.now();
    if (now - this.#checkedAt >= CHECK_INTERVAL_MS) {
      this.#checkedAt = now;
      this.#check.begin();
    }
    await (this.#live ? this.#check.waited() : this.#check.done());
  }

  #tellLate(): void {
    const { store, log } = this.#options;
    log.once(
      `${store.place} takes long to answer; ${this.#live ? `release ${String(this.#live.release.number)} goes on from memory` : 'no release is served yet'}.`,
    );
  }

  async #lookAgain(): Promise<void> {
    const { store, log } = this.#options;
    try {
      const numbers = (await store.releaseNumbers()).toReversed();
      if (this.#live && numbers.length === 0) {
        const { number } = this.#live.release;
        throw new Error(
          `${store.place} holds no release any more; release ${String(number)} goes on from memory. Bring the store back.`,
        );
      }
      const before = this.#live;
      const live = await this.#stillGood(numbers);
      const next =
        (await this.#firstGood(numbers, live, true)) ??
        (live ? undefined : await this.#firstGood(numbers, live, false));
      this.#readable = true;
      if (next && next !== before) this.#take(next);
      const number = this.#live?.release.number ?? 0;
      this.#heldBack = numbers.filter((other) => other > number);
      // What is gone is damage that need not be waited for.
      if (!numbers.includes(number) && !this.#damaged) this.#verifiedAt = Number.NEGATIVE_INFINITY;
    } catch (error) {
      this.#readable = false;
      log.once(error);
    }
    // No page waits for it.
    this.#verification.begin();
  }

  #take(next: ServedRelease): void {
    const { now, onChange } = this.#options;
    if (next.release.number !== this.#live?.release.number) {
      this.#damaged = !next.whole;
      this.#verifiedAt = now();
    }
    this.#live = next;
    onChange(next.release);
  }

  /**
   * What is served, as long as it is the newest. Where a newer one is only held back, or it is gone from the store, versions may be
   * yanked meanwhile: it is left for the sake of one that it gives out, and goes on without one that would only take over.
   */
  async #stillGood(numbers: readonly number[]): Promise<ServedRelease | undefined> {
    const { store } = this.#options;
    const live = this.#live;
    if (!live || live.release.number === numbers[0]) return live;
    if ((await firstYanked(store, releasedManifests(live.release))) !== undefined) return undefined;
    const yanked = await firstYanked(store, fallbackManifests(live.release));
    return yanked === undefined ? live : live.withFallbacksRechecked();
  }

  /**
   * The newest release that can be served, or the live one if none is better. `whole` asks for every file of every version; where
   * no release is whole, what there is is served, and the shell shows which part is down. Only the newest release may name a yanked
   * version, because its number decides: nothing goes back to what was yanked.
   */
  async #firstGood(
    numbers: readonly number[],
    live: ServedRelease | undefined,
    whole: boolean,
  ): Promise<ServedRelease | undefined> {
    const { store, assets, log } = this.#options;
    for (const number of numbers) {
      // Nothing goes back because the release that is served is gone from the store.
      if (live && number <= live.release.number) return live;
      try {
        const release = await store.readRelease(number);
        const yanked = number === numbers[0] ? undefined : await firstYanked(store, releasedManifests(release));
        if (yanked !== undefined) throw new Error(yanked);
        const older = numbers.filter((other) => other < number);
        const urgent = () => newestUrgent(store, release, older);
        return await loadRelease({ store, assets, log, release, whole, urgent });
      } catch (error) {
        log.once(
          `Release ${String(number)} ${whole ? 'is not served' : 'cannot be served at all'}: ${reasonOf(error)}`,
        );
      }
    }
    return undefined;
  }

  /**
   * Says so when the release that is served or a file of it is damaged meanwhile; those that were read go on from memory. A fallback
   * that was left out is taken in again once it is sound, and the other way round.
   */
  async #verifyAgain(): Promise<void> {
    const { store, log, now } = this.#options;
    const live = this.#live;
    if (!live || now() - this.#verifiedAt < VERIFY_INTERVAL_MS) return;
    this.#verifiedAt = now();
    const damage = await firstDamage(store, live.stored);
    const rechecked = await live.withFallbacksRechecked();
    if (this.#live !== live) return;
    this.#damaged = damage !== undefined;
    if (damage !== undefined) {
      log.once(
        `Release ${String(live.release.number)} is served from memory, and would not be after a restart: ${reasonOf(damage)}`,
      );
    }
    if (rechecked !== live) this.#take(rechecked);
  }
}
