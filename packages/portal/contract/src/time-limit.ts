/**
 * How long people wait, at most, for what they asked for or for a message with a way on. All steps of a wait share it.
 */
export const WAIT_LIMIT_MS = 10_000;

/** How long a chunk, a style sheet or a catalogue of any part may take to load. */
export const CHUNK_LIMIT_MS = 5000;

/** How long the entry of a remote may take to load; its fallback needs the rest of the wait. */
export const ENTRY_LIMIT_MS = 3000;
/** Limit for what a page asks about a part: shorter than that of an entry, which may wait for it. */
export const DESCRIPTOR_LIMIT_MS = 2500;

/**
 * How long a request to the API may take, including early reads. People are told after `WAIT_LIMIT_MS`; an answer that
 * comes later is still taken.
 */
export const RESPONSE_LIMIT_MS = 60_000;

/** How long each of the two calls of a log-out may take, so that a slow API does not keep the user signed in. */
export const LOG_OUT_CALL_LIMIT_MS = 3000;

/** How long a PDF may take to load; a document offers its text long before. */
export const PDF_LIMIT_MS = 30_000;

/** How long the first render waits for its route; after that the shell shows the route's skeleton. */
export const FIRST_RENDER_LIMIT_MS = 800;

/**
 * Settles like `work`, or rejects with the error that `late` makes after `ms` milliseconds. Does not cancel the work.
 */
export async function inTime<Value>(ms: number, work: Promise<Value>, late: () => Error): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A chunk has not come in time. */
export class LateChunkError extends Error {
  /** The chunk, which may still come. */
  readonly late: Promise<unknown>;

  constructor(what: string, late: Promise<unknown>) {
    super(`${what}: no answer within ${CHUNK_LIMIT_MS} ms`);
    this.name = 'LateChunkError';
    this.late = late;
  }
}

/**
 * Waits for `load`, but not longer than a chunk may take. @throws {LateChunkError} naming `what` when the time is over.
 */
export function chunkInTime<Value>(what: string, load: Promise<Value>): Promise<Value> {
  return inTime(CHUNK_LIMIT_MS, load, () => new LateChunkError(what, load));
}
