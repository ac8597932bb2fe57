/** Causes of causes that are followed. */
const MOST_CAUSES = 5;

/** The error itself or one of its causes, if it is of a class. */
export function findCause<Cause extends Error>(
  error: unknown,
  ofClass: abstract new (...args: never) => Cause,
  left = MOST_CAUSES,
): Cause | undefined {
  if (error instanceof ofClass) return error;
  return left > 0 && error instanceof Error ? findCause(error.cause, ofClass, left - 1) : undefined;
}
