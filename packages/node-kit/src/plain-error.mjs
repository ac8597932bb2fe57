/** Plain JavaScript, because the bootstrap (scripts/bootstrap) uses it on versions of Node that run no TypeScript. */

import { named } from './release-command.mjs';

/** An error that the user can understand and correct: only its message is shown, without a stack. */
export class PlainError extends Error {}

/**
 * Codes of a full disk: of Node, of a quota, and of PostgreSQL
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** The same for SQLite (https://www.sqlite.org/rescode.html#full), and for the file system of WebAssembly programs. */
const SQLITE_FULL = 13;
const WASM_ENOSPC = 51;

/** Whether an error, or its cause, says that the disk is full. @param {unknown} error @returns {boolean} */
function isDiskFull(error) {
  if (typeof error !== 'object' || error === null) return false;
  return (
    ('code' in error && typeof error.code === 'string' && FULL_CODES.has(error.code)) ||
    ('errcode' in error && error.errcode === SQLITE_FULL) ||
    ('errno' in error && 'name' in error && error.name === 'ErrnoError' && error.errno === WASM_ENOSPC) ||
    ('cause' in error && isDiskFull(error.cause))
  );
}

/**
 * The stack of an error. A database adds the values of a failed query, which may be personal or secret: they are left
 * out. @param {Error} error
 */
function getStack(error) {
  const stack = error.stack ?? error.message;
  return 'query' in error && 'params' in error
    ? stack.replace(error.message, () => `Failed query: ${String(error.query)}`)
    : stack;
}

/**
 * The message of a thrown value, also of one that is no error. Does not check its class, because tests run in a realm
 * with another `Error`.
 * @param {unknown} thrown @returns {string}
 */
export function getErrorMessage(thrown) {
  return typeof thrown === 'object' && thrown !== null && 'message' in thrown ? String(thrown.message) : String(thrown);
}

/**
 * The message of an error's cause, if it has one: "fetch failed" alone says nothing. @param {unknown} error
 * @returns {string}
 */
export function getCauseMessage(error) {
  return getErrorMessage(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}

/** The text to show for a thrown value. @param {unknown} error */
export function describeError(error) {
  if (error instanceof PlainError) return named(error.message);
  if (isDiskFull(error)) {
    // The first line: a database adds its query.
    const reason = error instanceof Error ? ` (${error.message.split('\n')[0]})` : '';
    return `No space is left on the disk${reason}. Free some, then try again.`;
  }
  return error instanceof Error ? getStack(error) : String(error);
}
