/**
 * Settles as `call` does, or rejects when it takes longer than `limit` milliseconds. The call itself goes on, but nobody waits for it
 * any more.
 */
export async function within<Result>(limit: number, call: Promise<Result>): Promise<Result> {
  const { promise: elapsed, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${limit} ms`)), limit);
  try {
    return await Promise.race([call, elapsed]);
  } finally {
    clearTimeout(timer);
  }
}
