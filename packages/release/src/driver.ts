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
   * `created`, every other `exists`.
   */
  create(key: string, bytes: Uint8Array): Promise<'created' | 'exists'>;
  /** Removes an object; no error where there is none. Only pruning does this. */
  remove(key: string): Promise<void>;
}

/** The place of a store does not do what it is asked: full, read-only, unreachable. Nothing is half-done. */
export class DriverError extends Error {
  constructor(act: 'read' | 'written', what: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `${what} could not be ${act}: ${reason}. ` +
        (act === 'written'
          ? 'Free space or allow writing there, then give the same command again.'
          : 'Allow reading there.'),
      { cause },
    );
    this.name = 'DriverError';
  }
}
