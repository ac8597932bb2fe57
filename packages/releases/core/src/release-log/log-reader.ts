import type { StoreDriver } from '../format/driver.ts';
import { DriverError } from '../format/driver.ts';
import { entryKey, classifyKey, LOG, RELEASES } from '../format/keys.ts';
import type { Checkpoint } from './signed-note.ts';
import { parseCheckpoint, openNote } from './signed-note.ts';
import type { SavedCheckpoint } from './leaf.ts';
import { LogError } from './log-error.ts';
import { LogState } from './log-state.ts';
import type { LogView } from './log-view.ts';
import type { SeenLog } from './served-log.ts';

interface LogReaderOptions {
  /**
   * Keys that the reader trusts ("NAME+ID+KEY"); a function is asked again as long as none of them has signed the log.
   */
  readonly trusted: readonly string[] | (() => Promise<readonly string[]>);
  /** What the reader kept of the log when it last saw it. */
  readonly savedCheckpoint?: SavedCheckpoint | undefined;
  /** The file in which it is kept. */
  readonly checkpointFile?: string | undefined;
  /** Asks others, such as web servers, what they have seen of the log. */
  readonly askOthers?: (() => Promise<readonly SeenLog[]>) | undefined;
  /** Called with the log after each look that accepted it; the look lasts until it is done. */
  readonly onRead?: ((log: LogView) => Promise<void>) | undefined;
}

const checkpointIn = ({ checkpoint }: SavedCheckpoint): Checkpoint => parseCheckpoint(openNote(checkpoint, []).text);

/** How many entries are read at once. */
const AT_ONCE = 64;

/**
 * Reads a store's log. Every look reads only the entries that are new to it, and the last one that it knows, so that a
 * log that was replaced is noticed. What `read` gives grows with later looks.
 */
export class LogReader {
  readonly #driver: StoreDriver;
  readonly #options: LogReaderOptions;
  #state: LogState;
  #running: Promise<LogState> | undefined;
  #waiting: Promise<LogState> | undefined;
  #others: Promise<void> | undefined;

  constructor(driver: StoreDriver, options: LogReaderOptions) {
    this.#driver = driver;
    this.#state = new LogState(driver.place);
    this.#options = options;
  }

  /** The log as it is now. @throws {LogError} if it may not be used; {DriverError} if it cannot be read. */
  read(): Promise<LogState> {
    if (!this.#running) return this.#look();
    // A look that has begun may miss what was written since; one that begins after it does not.
    const after = () => {
      this.#waiting = undefined;
      return this.#running ?? this.#look();
    };
    this.#waiting ??= this.#running.then(after, after);
    return this.#waiting;
  }

  /** What the last look found; without one, looks. */
  async known(): Promise<LogState> {
    return this.#state.size > 0 ? this.#state : this.read();
  }

  #look(): Promise<LogState> {
    const running = this.#readOn().finally(() => {
      this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #readOn(): Promise<LogState> {
    const { size, newest } = this.#state;
    const found = newest && (await this.#driver.get(entryKey(size - 1)));
    if (found && newest && Buffer.compare(found, newest) === 0) await this.#readNew(this.#state, 1);
    else await this.#readAll();
    await this.#options.onRead?.(this.#state);
    return this.#state;
  }

  /** Reads everything, and takes it only if it goes on from what was seen. */
  async #readAll(): Promise<void> {
    const keys = await this.#driver.list(LOG);
    const entries = keys.filter((key) => classifyKey(key).is === 'log');
    const state = new LogState(this.#driver.place);
    if (entries.length > 0) await this.#readNew(state, entries.length);
    if (state.size < entries.length)
      throw new LogError('damaged', `${entryKey(state.size)} is missing.`, 'Restore the log from a backup.');
    await this.#accept(state);
    this.#state = state;
  }

  /** Reads the entries that a state lacks: about as many as expected at first, then ever more at once. */
  async #readNew(state: LogState, expected: number): Promise<void> {
    for (let batch = Math.min(expected, AT_ONCE); ; batch = Math.min(batch * 2, AT_ONCE)) {
      const first = state.size;
      const read = await Promise.all(
        Array.from({ length: batch }, (_, index) => this.#driver.get(entryKey(first + index))),
      );
      for (const bytes of read) {
        if (!bytes) return;
        state.add(bytes);
      }
    }
  }

  /** The tree that the log must go on from. */
  #seen(): Pick<Checkpoint, 'origin' | 'size' | 'root'> | undefined {
    const { tree, origin } = this.#state;
    if (origin !== null) return { origin, size: tree.size, root: tree.root() };
    return this.#options.savedCheckpoint && checkpointIn(this.#options.savedCheckpoint);
  }

  async #readTrusted(): Promise<ReadonlySet<string>> {
    const { trusted } = this.#options;
    return new Set(typeof trusted === 'function' ? await trusted() : trusted);
  }

  /** Makes sure, before this process writes, that no other has seen more of the log. @throws {LogError} */
  async checkOthers(): Promise<void> {
    // Once: from then on, what the process has read itself is newer.
    this.#others ??= this.#askOthers();
    try {
      await this.#others;
    } catch (error) {
      this.#others = undefined;
      throw error;
    }
  }

  async #askOthers(): Promise<void> {
    const others = (await this.#options.askOthers?.()) ?? [];
    if (others.length === 0) return;
    const state = await this.read();
    const keys = await this.#readTrusted();
    for (const { where, savedCheckpoint } of others) {
      const seen = checkpointIn(savedCheckpoint);
      if (seen.origin === state.origin) this.#checkGoesOn(state, seen, keys, where);
    }
  }

  async #accept(state: LogState): Promise<void> {
    const { place } = this.#driver;
    const keys = await this.#readTrusted();
    const signers = [...state.signers];
    if (state.size > 0 && !signers.some((key) => keys.has(key)))
      throw new LogError(
        'untrusted',
        `The log of ${place} is signed by ${signers.join(' and ')}, which is not trusted here.`,
        'If it is the right key, write it into LOG_KEYS, else $PORTAL_STATE/trusted-keys.',
      );
    const seen = this.#seen();
    if (!seen) return;
    if (state.size === 0) throw await this.#whyNothing(seen.size);
    const { checkpointFile } = this.#options;
    if (seen.origin !== state.origin && checkpointFile !== undefined)
      throw new LogError(
        'forked',
        `The store in ${place} is another one than before.`,
        `Name the right one; if it was begun anew, remove ${checkpointFile}.`,
      );
    this.#checkGoesOn(state, seen, keys, checkpointFile);
  }

  /** @param where the file or address of what was seen. @throws {LogError} */
  #checkGoesOn(
    state: LogState,
    seen: Pick<Checkpoint, 'size' | 'root'>,
    keys: ReadonlySet<string>,
    where = 'FILE',
  ): void {
    if (state.continues(seen, keys)) return;
    const { place } = this.#driver;
    const remedy =
      'Put the newer store back, or say that an older backup is meant: ' +
      `npm run release -- store restore --checkpoint ${where} --reason "…"`;
    const had = `had ${String(seen.size)} before`;
    throw state.size < seen.size
      ? new LogError('shorter', `The log of ${place} has ${String(state.size)} entries, and ${had}.`, remedy)
      : new LogError('forked', `The log of ${place} is another one than that which ${had}.`, remedy);
  }

  /**
   * A log that is gone as a whole was not cut by anybody: its folder is not mounted, or somebody has removed it from
   * the store.
   */
  async #whyNothing(before: number): Promise<Error> {
    const { place } = this.#driver;
    const gone = `its log is gone, which had ${String(before)} entries before`;
    if ((await this.#driver.list(RELEASES)).length > 0)
      return new LogError(
        'missing',
        `The store in ${place} has releases, and ${gone}.`,
        'Restore the log from a backup.',
      );
    const { checkpointFile } = this.#options;
    const anew = checkpointFile === undefined ? '' : `; if the store is to begin anew, remove ${checkpointFile}`;
    return new DriverError('read', `The store in ${place}`, new Error(gone), `Mount its folder, or restore it${anew}.`);
  }
}
