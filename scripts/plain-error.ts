/** Something that the person at the keyboard can understand and put right: its message is shown, and no stack. */
export class PlainError extends Error {}

/** What to show of whatever was thrown. */
export function describeError(error: unknown): string {
  if (error instanceof PlainError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
