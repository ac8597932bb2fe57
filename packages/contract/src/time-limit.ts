/** How long a chunk, a style sheet or a catalogue of texts may take, whichever part it belongs to. */
export const CHUNK_LIMIT_MS = 5000;

/** How long a response of the API may take, also to a read that the page starts before its code has loaded. */
export const RESPONSE_LIMIT_MS = 30_000;

/**
 * Settles as `work` does, or rejects with the error of `late` after `ms` milliseconds. The work itself is not cancelled.
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

/** What `load` brings, within the time that a chunk may take. @throws {Error} naming `what` when it has not come by then. */
export function chunkInTime<Value>(what: string, load: Promise<Value>): Promise<Value> {
  return inTime(CHUNK_LIMIT_MS, load, () => new Error(`${what}: no answer within ${CHUNK_LIMIT_MS} ms`));
}
