import { isDeepStrictEqual } from 'node:util';
import type { Bucket } from '@portal/contract/cohort';
import type { Release } from '@portal/contract/release';
import type { Store } from '@portal/release/store';
import type { Assets } from './assets.ts';
import type { Log } from './log.ts';
import { reasonOf } from './log.ts';
import { loadRelease, newestUrgent, releasedManifests, yankedIn } from './load-release.ts';
import type { ServedRelease } from './load-release.ts';
import type { VisitorView } from './visitor-view.ts';

/** How long an answer may go by the last look at the list of releases, in milliseconds. */
const CHECK_INTERVAL_MS = 1000;
/** How often the files of the release that is served are read again, in milliseconds. */
const VERIFY_INTERVAL_MS = 60_000;

export interface LiveReleaseOptions {
  readonly store: Store;
  readonly assets: Assets;
  readonly log: Log;
  /** Milliseconds on any clock that only goes forward. */
  readonly now: () => number;
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
  /** The store could be read at the last look. */
  readonly readable: boolean;
}

/** Reads the release and every file of its versions again; what is damaged first, or undefined. */
async function firstDamage(store: Store, stored: Release): Promise<unknown> {
  try {
    if (!isDeepStrictEqual(await store.readRelease(stored.number), stored)) {
      return `the release in ${store.place} is not the one that was taken up. Restore it from a backup.`;
    }
    for (const { name, files } of releasedManifests(stored)) {
      for (const [file, record] of Object.entries(files)) await store.readFile(name, file, record);
    }
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Follows the store: which release is served now. The last good one stays while a newer one is damaged. */
export class LiveReleases {
  readonly #options: LiveReleaseOptions;
  #live: ServedRelease | undefined;
  #heldBack: readonly number[] = [];
  #damaged = false;
  #readable = true;
  #checking: Promise<void> | undefined;
  #verifying: Promise<void> | undefined;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #verifiedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LiveReleaseOptions) {
    this.#options = options;
  }

  /** What the visitors of a bucket are served; undefined while there is no release. Looks into the store at most once a second. */
  async current(bucket: Bucket): Promise<VisitorView | undefined> {
    await this.#look();
    return this.#live?.viewOf(bucket);
  }

  async state(): Promise<ReleaseState> {
    await this.#look();
    await this.#verifying;
    return {
      release: this.#live?.release,
      heldBack: this.#heldBack,
      damaged: this.#damaged,
      readable: this.#readable,
    };
  }

  async #look(): Promise<void> {
    const now = this.#options.now();
    if (!this.#checking && now - this.#checkedAt >= CHECK_INTERVAL_MS) {
      this.#checkedAt = now;
      this.#checking = this.#check().finally(() => {
        this.#checking = undefined;
      });
    }
    await this.#checking;
  }

  async #check(): Promise<void> {
    const { store, log, now, onChange } = this.#options;
    try {
      const numbers = (await store.releaseNumbers()).toReversed();
      if (this.#live && numbers.length === 0) {
        const { number } = this.#live.release;
        throw new Error(
          `${store.place} holds no release any more; release ${String(number)} goes on from memory. Bring the store back.`,
        );
      }
      const live = await this.#stillGood(numbers);
      const next =
        (await this.#firstGood(numbers, live, true)) ??
        (live ? undefined : await this.#firstGood(numbers, live, false));
      this.#readable = true;
      if (next && next !== this.#live) {
        this.#live = next;
        this.#damaged = !next.whole;
        this.#verifiedAt = now();
        onChange(next.release);
      }
      this.#heldBack = numbers.filter((number) => number > (this.#live?.release.number ?? 0));
    } catch (error) {
      this.#readable = false;
      log.once(error);
    }
    // No page waits for it.
    this.#verifying ??= this.#verifyAgain().finally(() => {
      this.#verifying = undefined;
    });
  }

  /** What is served, unless a newer release is only held back and one of its versions is yanked meanwhile. */
  async #stillGood(numbers: readonly number[]): Promise<ServedRelease | undefined> {
    if (!this.#live || this.#live.release.number === numbers[0]) return this.#live;
    const yanked = await yankedIn(this.#options.store, this.#live.release);
    return yanked === undefined ? this.#live : undefined;
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
      if (number === live?.release.number) return live;
      try {
        const release = await store.readRelease(number);
        const yanked = number === numbers[0] ? undefined : await yankedIn(store, release);
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

  /** Says so when the release that is served or a file of it is damaged meanwhile; those that were read go on from memory. */
  async #verifyAgain(): Promise<void> {
    const { store, log, now } = this.#options;
    if (!this.#live || now() - this.#verifiedAt < VERIFY_INTERVAL_MS) return;
    this.#verifiedAt = now();
    const { release, stored } = this.#live;
    const damage = await firstDamage(store, stored);
    if (this.#live.release !== release) return;
    this.#damaged = damage !== undefined;
    if (damage !== undefined) {
      log.once(
        `Release ${String(release.number)} is served from memory, and would not be after a restart: ${reasonOf(damage)}`,
      );
    }
  }
}
