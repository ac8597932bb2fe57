/** Plain JavaScript, because the bootstrap (scripts/bootstrap) uses it on versions of Node that run no TypeScript. */

/** An error that the user can understand and correct: only its message is shown, without a stack. */
export class PlainError extends Error {}

/** The text to show for a thrown value. @param {unknown} error */
export function describeError(error) {
  if (error instanceof PlainError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
