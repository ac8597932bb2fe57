import type { StoreDriver } from '../store/driver.ts';
import type { KeptCheckpoint } from './leaf.ts';
import { LogError } from './log-error.ts';
import type { LogView } from './log-view.ts';

export interface LogReaderOptions {
  /** Keys that the reader trusts ("NAME+ID+KEY"); a function is asked again as long as none of them has signed the log. */
  readonly trusted: readonly string[] | (() => Promise<readonly string[]>);
  /** What the reader kept of the log when it last saw it. */
  readonly kept?: KeptCheckpoint | undefined;
}

/** Reads a store's log. Every look reads only the entries that are new to it. */
export class LogReader {
  readonly #driver: StoreDriver;

  constructor(driver: StoreDriver, _options: LogReaderOptions) {
    this.#driver = driver;
  }

  /** The log as it is now. @throws {LogError} if it may not be used; {DriverError} if it cannot be read. */
  read(): Promise<LogView> {
    return Promise.reject(new LogError('missing', `${this.#driver.place} cannot be read yet.`, ''));
  }
}
