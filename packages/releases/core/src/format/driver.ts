import { withoutStop } from './format-values.ts';
import { getErrorMessage, PlainError } from '@portal/node-kit/plain-error';

/**
 * A file on this machine's disk, to create an object from. Nobody changes it meanwhile: of other bytes no object is
 * created.
 */
export interface LocalFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
}

/** What an object is created from; a file is never in memory as a whole. */
export type Content = Uint8Array | LocalFile;

/**
 * Reads and writes the bytes of a store, with operations that both a folder and an object store support. Keys are like
 * "releases/000001.json". Objects are never changed.
 */
export interface StoreDriver {
  /** Where the store is, for messages. */
  readonly place: string;
  /**
   * Makes the place of a store that has nothing yet, before a key is made for it. @throws {DriverError} if it cannot be
   * written.
   */
  prepare?(): Promise<void>;
  /**
   * The bytes of an object; undefined when there is none. `sha256`, in hex, is the hash that the reader expects and
   * checks itself: a driver that keeps copies may give a copy with this hash.
   */
  get(key: string, sha256?: string): Promise<Uint8Array | undefined>;
  /** Whether there is an object, without reading all of it. */
  has(key: string): Promise<boolean>;
  /** Keys of all objects below `prefix`, which is empty or ends with "/", in no order. */
  list(prefix: string): Promise<readonly string[]>;
  /**
   * Creates an object completely and durably, unless the key is taken. Of any number of writers at once, one gets
   * `created` and every other `exists`; both mean that the object is durable.
   * @throws {DriverError} if nothing was created; {UnsettledError} if the object exists but may not be durable: do not
   * repeat the request; {UnknownOutcomeError} if nobody can tell.
   */
  create(key: string, content: Content): Promise<'created' | 'exists'>;
  /**
   * Removes an object; no error if it does not exist. Only pruning does this, and who renews the record of a known good
   * version.
   */
  remove(key: string): Promise<void>;
}

/** What is said of an object, and what to do unless the driver knows better, by what failed. */
const MESSAGES = {
  read: { says: 'could not be read', remedy: 'Allow reading there.' },
  write: { says: 'could not be written', remedy: 'Free space or allow writing there, then repeat the command.' },
  sync: {
    says: 'was created, but may be lost in a power cut',
    remedy: 'Check the disk, then repeat the command, which makes it durable.',
  },
  unknown: {
    says: 'may have been written, or not',
    remedy: 'Look before you repeat the command: npm run release -- status',
  },
} as const;

/** That the bytes of a file are not those that were hashed. */
export function changedFile({ path }: LocalFile): Error {
  return new Error(`${path} has changed since it was hashed`);
}

/** The store cannot be read or written: full, read-only, unreachable. Nothing is half-done. */
export class DriverError extends PlainError {
  constructor(failed: keyof typeof MESSAGES, what: string, cause: unknown, remedy: string = MESSAGES[failed].remedy) {
    const reason = getErrorMessage(cause);
    super(`${what} ${MESSAGES[failed].says}: ${withoutStop(reason)}. ${remedy}`, { cause });
    this.name = 'DriverError';
  }
}

/**
 * How often a writer begins anew because somebody else was first, and how often with an entry of the log, which all
 * writers share.
 */
export const MOST_TRIES = { object: 10, entry: 100 } as const;

/**
 * Of a key that somebody else has taken, however often the writer began anew: people are not that fast, so the store
 * answers wrongly.
 */
export function takenEachTime({ place }: StoreDriver, key: string): DriverError {
  return new DriverError(
    'write',
    `${place}/${key}`,
    'the store said each time that somebody else was first',
    'Repeat the command; if nobody else writes there, its server or disk is broken.',
  );
}

/** An object was created and is visible, but may not be durable. */
export class UnsettledError extends DriverError {
  constructor(what: string, cause: unknown) {
    super('sync', what, cause);
    this.name = 'UnsettledError';
  }
}

/** Nobody can tell whether an object was created; it may still be, completely. */
export class UnknownOutcomeError extends DriverError {
  constructor(what: string, cause: unknown) {
    super('unknown', what, cause);
    this.name = 'UnknownOutcomeError';
  }
}
