import { parseInput } from '@portal/contract/parse';
import type { SavedCheckpoint } from '@portal/release/release-log/leaf';
import { SavedCheckpointSchema } from '@portal/release/release-log/leaf';
import type { LogView } from '@portal/release/release-log/log-view';
import type { StateFolder } from '../state-folder.ts';

const START = 'checkpoint-';

/** By size, so that names sort as sizes do. */
const getName = ({ leafHashes }: SavedCheckpoint): string =>
  `${START}${String(leafHashes.length).padStart(9, '0')}.json`;

/**
 * The newest checkpoint of the store's log that the web servers of a folder have seen. Each has a file of its own, so no server can replace
 * a newer one that another has written: a file goes only when a log was kept that goes on from it.
 */
export class SavedCheckpoints {
  readonly #state: StateFolder;
  /** Files from which the log of this process goes on. */
  readonly #known = new Set<string>();
  /** The newest that this process has seen. */
  newest: SavedCheckpoint | undefined;

  constructor(state: StateFolder) {
    this.#state = state;
  }

  /** What must be found again in the log; undefined if this folder has seen none. */
  async read(): Promise<SavedCheckpoint | undefined> {
    for (const name of (await this.#state.names(START)).toSorted().toReversed()) {
      const text = await this.#state.read(name);
      this.#known.add(name);
      if (text === undefined) continue;
      try {
        this.newest = parseInput(name, SavedCheckpointSchema, JSON.parse(text));
        return this.newest;
      } catch (error) {
        this.#state.report(name, error);
      }
    }
    return undefined;
  }

  /** Keeps what was seen now: a log that goes on from what `read` gave, and from what was kept before. */
  async keep(seen: LogView): Promise<void> {
    if (seen.checkpoint === this.newest?.checkpoint) return;
    const kept = seen.keep();
    if (!kept) return;
    this.newest = kept;
    const name = getName(kept);
    if (!(await this.#state.write(name, `${JSON.stringify(kept)}\n`))) return;
    for (const other of await this.#state.names(START))
      if (other !== name && (other < name || this.#known.has(other))) await this.#state.remove(other);
    this.#known.add(name);
  }
}
