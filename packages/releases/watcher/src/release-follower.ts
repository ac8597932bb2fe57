import { StoreError } from '@portal/release/errors';
import type { ReleaseSummary } from '@portal/release/format/documents';
import { liveVersion } from '@portal/release/release-diff';
import type { Store } from '@portal/release/store';
import type { RunningCanary } from './status.ts';

/** The readable releases of a store. Each is read once, because a release never changes. */
export class ReleaseFollower {
  readonly #store: Store;
  readonly #outlines = new Map<number, ReleaseSummary>();
  #damaged: readonly number[] = [];
  #newest = 0;
  /** Number of the live release, which was read as a whole. */
  #live = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Reads the releases that are new. @throws when the store cannot be read. */
  async follow(): Promise<void> {
    const numbers = await this.#store.releaseNumbers();
    const known = this.#outlines.size;
    // A folder that is not mounted looks like a store without releases.
    if (numbers.length === 0 && known > 0)
      throw new Error(`its ${String(known)} releases are gone. Is its folder there?`);
    // A store that was restored from an older backup may use numbers again, for other releases.
    if ([...this.#outlines.keys()].some((number) => !numbers.includes(number))) this.#forget();
    const damaged = new Set<number>();
    for (const number of numbers) if (!this.#outlines.has(number) && !(await this.#read(number))) damaged.add(number);
    const newest = numbers.at(-1) ?? 0;
    if (newest !== this.#live) this.#live = (await this.#store.latestRelease())?.number ?? 0;
    // A release may be damaged in what an outline leaves out; then the one before it is live.
    for (const number of numbers.filter((each) => each > this.#live)) {
      damaged.add(number);
      this.#outlines.delete(number);
    }
    this.#damaged = [...damaged].sort((a, b) => a - b);
    this.#newest = newest;
  }

  #forget(): void {
    this.#outlines.clear();
    this.#live = 0;
  }

  async #read(number: number): Promise<boolean> {
    try {
      this.#outlines.set(number, await this.#store.readReleaseSummary(number));
      return true;
    } catch (error) {
      if (error instanceof StoreError) return false;
      throw error;
    }
  }

  /** Number of the newest release, readable or not; 0 for none. */
  get newest(): number {
    return this.#newest;
  }

  /** Ascending. */
  get releases(): readonly ReleaseSummary[] {
    return [...this.#outlines.values()].sort((a, b) => a.number - b.number);
  }

  /** The canaries of the live release, each since it began. */
  get canaries(): readonly RunningCanary[] {
    const { releases } = this;
    const live = releases.at(-1);
    if (!live) return [];
    return Object.entries(live.canaries).map(([part, { version, percent, bucketingKey, stagedPlan = null }]) => {
      const before = releases.findLastIndex(({ canaries }) => canaries[part]?.version !== version);
      const [begin = live] = releases.slice(before + 1);
      const promotion = stagedPlan?.isPromotion
        ? releases.find(({ action, createdAt }) => action === 'promote' && createdAt === stagedPlan.at)
        : undefined;
      return {
        part,
        version,
        percent,
        bucketingKey,
        stagedPlan,
        promotion: promotion ? { release: promotion.number, by: promotion.createdBy } : null,
        baseline: liveVersion(live, part) ?? null,
        since: { at: begin.createdAt, release: begin.number },
      };
    });
  }

  /** Numbers of releases that cannot be read. */
  get damaged(): readonly number[] {
    return this.#damaged;
  }
}
