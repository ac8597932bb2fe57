import { randomUUID } from 'node:crypto';
import type { Visits } from '@portal/contract/visits';
import type { ReleaseState } from '../releases/live-release.ts';
import type { VisitCounter } from './visit-counter.ts';

/** Makes the document of what one web server has counted. */
export class VisitsDocument {
  #instance: string = randomUUID();
  readonly #startedAt: string;
  readonly #counter: VisitCounter;
  readonly #clock: () => number;

  /** `clock`: the time of day, in milliseconds since the epoch. */
  constructor(counter: VisitCounter, clock: () => number) {
    this.#counter = counter;
    this.#clock = clock;
    this.#startedAt = new Date(clock()).toISOString();
  }

  /** Continues what another process has counted. */
  restore(kept: Visits): void {
    this.#instance = kept.instance;
    this.#counter.restore(kept);
  }

  /** Without the rows of slots before `after`, in seconds since the epoch; with `senders` in the rows for those who know them. */
  make(
    { release, heldBack, refuses }: Pick<ReleaseState, 'release' | 'heldBack' | 'refuses'>,
    { after = 0, senders = false } = {},
  ): Visits {
    const now = this.#clock();
    return {
      schema: 1,
      instance: this.#instance,
      startedAt: this.#startedAt,
      at: new Date(now).toISOString(),
      served: release?.number ?? 0,
      heldBack: [...heldBack],
      ...(refuses && { refuses }),
      rows: this.#counter.figures.rows
        .list(after, now / 1000)
        .map(({ senders: known, ...row }) => (senders && known ? { ...row, senders: known } : row)),
      vitals: [...this.#counter.figures.vitals.list()],
      errors: [...this.#counter.figures.errors.list()],
      apart: Object.fromEntries(this.#counter.apart),
    };
  }
}
