import { PlainError } from '@portal/node-kit/plain-error';

/**
 * Reads and writes the bytes of a store, with operations that both a folder and an object store support. Keys are like
 * "releases/000001.json". Objects are never changed.
 */
export interface StoreDriver {
  /** Where the store is, for messages. */
  readonly place: string;
  /**
   * The bytes of an object; undefined when there is none. `sha256`, in hex, is the hash that the reader expects and checks itself: a driver
   * that keeps copies may give a copy with this hash.
   */
  get(key: string, sha256?: string): Promise<Uint8Array | undefined>;
  /** Keys of all objects below `prefix`, which is empty or ends with "/", in no order. */
  list(prefix: string): Promise<readonly string[]>;
  /**
   * Creates an object completely and durably, unless the key is taken. Of any number of writers at once, one gets `created` and every
   * other `exists`; both mean that the object is durable.
   * @throws {DriverError} if nothing was created; {UnsettledError} if the object exists but may not be durable: do not repeat the request.
   */
  create(key: string, bytes: Uint8Array): Promise<'created' | 'exists'>;
  /** Removes an object; no error if it does not exist. Only pruning does this, and who renews the record of a known good version. */
  remove(key: string): Promise<void>;
}

/** Messages by what failed. */
const MESSAGES = {
  read: (what: string, reason: string) => `${what} could not be read: ${reason}. Allow reading there.`,
  write: (what: string, reason: string) =>
    `${what} could not be written: ${reason}. Free space or allow writing there, then repeat the command.`,
  sync: (what: string, reason: string) =>
    `${what} was created, but may be lost in a power cut: ${reason}. Check the disk, then repeat the command, which makes it durable.`,
} as const;

/** The store cannot be read or written: full, read-only, unreachable. Nothing is half-done. */
export class DriverError extends PlainError {
  constructor(failed: keyof typeof MESSAGES, what: string, cause: unknown) {
    super(MESSAGES[failed](what, cause instanceof Error ? cause.message : String(cause)), { cause });
    this.name = 'DriverError';
  }
}

/** An object was created and is visible, but may not be durable. */
export class UnsettledError extends DriverError {
  constructor(what: string, cause: unknown) {
    super('sync', what, cause);
    this.name = 'UnsettledError';
  }
}
