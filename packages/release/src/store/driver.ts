/**
 * Where the bytes of a store lie: what a folder and an object store both can do, and nothing more. Keys are like
 * "releases/000001.json". What was created is never changed.
 */
export interface StoreDriver {
  /** For messages: where it is. */
  readonly place: string;
  /** The bytes of an object; undefined where there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Keys of all objects below `prefix`, which is empty or ends with "/", in no order. */
  list(prefix: string): Promise<readonly string[]>;
  /**
   * Creates an object, whole and durable, unless there is one of this key: of any number of writers at once one gets
   * `created`, every other `exists`, which also says that it will last.
   * @throws {DriverError} where nothing was created; {UnsettledError} where it was, so that nobody does the same twice.
   */
  create(key: string, bytes: Uint8Array): Promise<'created' | 'exists'>;
  /** Removes an object; no error where there is none. Only pruning does this. */
  remove(key: string): Promise<void>;
}

const WAYS_OUT = {
  read: (what: string, reason: string) => `${what} could not be read: ${reason}. Allow reading there.`,
  written: (what: string, reason: string) =>
    `${what} could not be written: ${reason}. Free space or allow writing there, then give the same command again.`,
  settled: (what: string, reason: string) =>
    `${what} is written, but nobody knows whether it would outlive a power cut: ${reason}. ` +
    'Have the disk looked at, then give the same command again, which makes sure of it.',
} as const;

/** The place of a store does not do what it is asked: full, read-only, unreachable. Nothing is half-done. */
export class DriverError extends Error {
  constructor(act: keyof typeof WAYS_OUT, what: string, cause: unknown) {
    super(WAYS_OUT[act](what, cause instanceof Error ? cause.message : String(cause)), { cause });
    this.name = 'DriverError';
  }
}

/** An object was created, and is there for everybody, but the place could not promise to keep it. */
export class UnsettledError extends DriverError {
  constructor(what: string, cause: unknown) {
    super('settled', what, cause);
    this.name = 'UnsettledError';
  }
}
