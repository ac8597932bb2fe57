import { SLOT_SECONDS } from '@portal/contract/visits';
import type { ServerStatus } from '../status.ts';
import { readVisits } from './read-visits.ts';
import type { VisitCollection } from './visit-collection.ts';

const MINUTE = 60;
/** Rows of this long ago are asked for at every look: most failures are reported at once. In seconds. */
const RECENT = 5 * MINUTE;
/** As long as a page may report; all of it is asked for once a minute. In seconds. */
const REPORTING = 60 * MINUTE;

/** Reads the visits of one web server, as far as they may have changed since the last look. */
export class ServerReader {
  readonly #address: string;
  readonly #collection: VisitCollection;
  #status: ServerStatus;
  #instance: string | undefined;
  /** When everything of the last hour was read, in seconds since the epoch. */
  #readAllAt = 0;
  /** Until when rows are known, in seconds since the epoch. */
  #readUntil = 0;

  constructor(address: string, collection: VisitCollection) {
    this.#address = address;
    this.#collection = collection;
    this.#status = { address, problem: null, served: null, heldBack: [], startedAt: null, answeredAt: null };
  }

  get status(): ServerStatus {
    return this.#status;
  }

  /** `now`: milliseconds since the epoch. Never throws. */
  async look(now: number, signal: AbortSignal): Promise<void> {
    const seconds = Math.floor(now / 1000);
    const isAll = seconds - this.#readAllAt >= MINUTE;
    const from = Math.max(0, this.#readUntil - (isAll ? REPORTING : RECENT));
    let answer = await readVisits(this.#address, from - (from % SLOT_SECONDS), signal);
    // Another run of the web server: what was read of the one before says nothing about this one.
    if ('visits' in answer && from > 0 && answer.visits.instance !== this.#instance)
      answer = await readVisits(this.#address, 0, signal);
    if ('problem' in answer) {
      this.#status = { ...this.#status, problem: answer.problem };
      return;
    }
    const { visits } = answer;
    this.#collection.take(visits, now);
    this.#instance = visits.instance;
    this.#readUntil = Math.floor(Date.parse(visits.at) / 1000);
    if (isAll) this.#readAllAt = seconds;
    const { served, heldBack, startedAt, at } = visits;
    this.#status = { address: this.#address, problem: null, served, heldBack, startedAt, answeredAt: at };
  }
}
