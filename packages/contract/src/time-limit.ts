/** How long people wait, at most, for what they asked for or for a message with a way on. All steps of a wait share it. */
export const WAIT_LIMIT_MS = 10_000;

/** How long a chunk, a style sheet or a catalogue of any part may take to load. */
export const CHUNK_LIMIT_MS = 5000;

/** How long a response of the API may take, including responses to early reads. */
export const RESPONSE_LIMIT_MS = 30_000;

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

/** Waits for `load`, but not longer than a chunk may take. @throws {Error} naming `what` when the time is over. */
export function chunkInTime<Value>(what: string, load: Promise<Value>): Promise<Value> {
  return inTime(CHUNK_LIMIT_MS, load, () => new Error(`${what}: no answer within ${CHUNK_LIMIT_MS} ms`));
}
