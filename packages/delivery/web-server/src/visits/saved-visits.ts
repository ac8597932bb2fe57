import { hostname } from 'node:os';
import { parseVisits } from '@portal/contract/visits';
import type { StateFolder } from '../state-folder.ts';
import type { VisitTable } from './visit-table.ts';

/** What a server that is killed loses at most. In milliseconds. */
const BETWEEN_WRITES_MS = 60_000;

interface SavedVisitsOptions {
  readonly state: StateFolder;
  readonly table: VisitTable;
  /** Of the portal: of several web servers that share a folder, each continues its own counts. */
  readonly port: number;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
}

/** Keeps what was counted over a restart, so that the web server continues the counts of the one before. */
export class SavedVisits {
  readonly #options: SavedVisitsOptions;
  readonly #name: string;
  #writtenAt: number;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: SavedVisitsOptions) {
    this.#options = options;
    this.#name = `visits-${hostname().replaceAll(/[^\w.-]/g, '_')}-${String(options.port)}.json`;
    this.#writtenAt = options.now();
  }

  /** Continues the counts of the process before. */
  async restore(): Promise<void> {
    const { state, table } = this.#options;
    const text = await state.read(this.#name);
    if (text === undefined) return;
    try {
      table.restore(parseVisits(JSON.parse(text)));
    } catch (error) {
      state.report(this.#name, error);
    }
  }

  /** To be called after something was counted. */
  writeSometimes(): void {
    if (this.#options.now() - this.#writtenAt < BETWEEN_WRITES_MS) return;
    void this.write();
  }

  /** Resolves when all that was counted is written. */
  write(): Promise<void> {
    const { state, table, now } = this.#options;
    this.#writtenAt = now();
    this.#writing = this.#writing.then(async () => {
      const document = table.make({ release: undefined, heldBack: [], refuses: undefined });
      await state.write(this.#name, JSON.stringify(document));
    });
    return this.#writing;
  }
}
