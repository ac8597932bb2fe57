/** How long a chunk may take, in milliseconds: as long as one of a remote. */
export const CHUNK_LIMIT_MS = 5000;

/** The answer of `work`. @throws {Error} naming `what` when it has not come within `ms` milliseconds. */
export async function inTime<Value>(what: string, ms: number, work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${what}: no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
