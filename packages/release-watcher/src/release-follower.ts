import { StoreError } from '@portal/release/errors';
import type { Store } from '@portal/release/store';

type Outline = Awaited<ReturnType<Store['readOutline']>>;

/** The readable releases of a store. Each is read once, because a release never changes. */
export class ReleaseFollower {
  readonly #store: Store;
  readonly #outlines = new Map<number, Outline>();
  #damaged: readonly number[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** Reads the releases that are new. @throws when the store cannot be read. */
  async follow(): Promise<void> {
    const numbers = await this.#store.releaseNumbers();
    // A store that was restored from an older backup may use numbers again, for other releases.
    if ([...this.#outlines.keys()].some((number) => !numbers.includes(number))) this.#outlines.clear();
    const damaged: number[] = [];
    for (const number of numbers) {
      if (this.#outlines.has(number)) continue;
      try {
        this.#outlines.set(number, await this.#store.readOutline(number));
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        damaged.push(number);
      }
    }
    this.#damaged = damaged;
  }

  /** Ascending. */
  get releases(): readonly Outline[] {
    return [...this.#outlines.values()].sort((a, b) => a.number - b.number);
  }

  /** Numbers of releases that cannot be read. */
  get damaged(): readonly number[] {
    return this.#damaged;
  }
}
