import { INTERVAL_SECONDS } from '@portal/contract/visits';
import type { ServerStatus } from '../status.ts';
import { readVisits } from '@portal/release/operations/read-visits';
import type { VisitCollection } from './visit-collection.ts';

/** As long as a page may report: rows that are older never change. In seconds. */
const REPORTING_SECONDS = 3600 + INTERVAL_SECONDS;

/** Reads the visits of one web server, as far as they may have changed since the last look. */
export class ServerReader {
  readonly #address: string;
  readonly #collection: VisitCollection;
  #status: ServerStatus;
  #instance: string | undefined;
  /** Until when rows are known, in seconds since the epoch. */
  #readUntil = 0;

  constructor(address: string, collection: VisitCollection) {
    this.#address = address;
    this.#collection = collection;
    this.#status = {
      address,
      problem: null,
      served: null,
      heldBack: [],
      refuses: null,
      startedAt: null,
    };
  }

  get status(): ServerStatus {
    return this.#status;
  }

  /** `now`: milliseconds since the epoch. Never throws. */
  async look(now: number, signal: AbortSignal): Promise<void> {
    const from = Math.max(0, this.#readUntil - REPORTING_SECONDS);
    let answer = await readVisits(this.#address, from - (from % INTERVAL_SECONDS), signal);
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
    const { served, heldBack, refuses = null, startedAt } = visits;
    this.#status = { address: this.#address, problem: null, served, heldBack, refuses, startedAt };
  }
}
