/**
 * How a call can fail. `unauthenticated`: 401, after the one refresh. `forbidden`: 403. `refused`: another 4xx, or
 * errors in the answer; `codes` lists them. `unavailable`: 5xx, or too many requests. `unreachable`: the connection
 * failed, or a redirect. `timed-out`: no answer in time. After these two, a change may have been carried out all the
 * same. `malformed`: the answer does not have the agreed shape.
 */
export type CallErrorKind =
  | 'unauthenticated'
  | 'forbidden'
  | 'refused'
  | 'unavailable'
  | 'unreachable'
  | 'timed-out'
  | 'malformed';

/** One entry of an answer's `errors` (specification, section 8). */
export interface ErrorCode {
  readonly code?: number | undefined;
  readonly error?: string | undefined;
  /** What the error is about, such as a version. */
  readonly detail?: string | undefined;
}

interface Details {
  readonly status?: number | undefined;
  readonly codes?: readonly ErrorCode[];
  readonly cause?: unknown;
  readonly late?: Promise<void>;
  readonly waitSeconds?: number | undefined;
}

/** A failed call. Its message and cause contain nothing of the answer's body. */
export class CallError extends Error {
  readonly kind: CallErrorKind;
  /** The HTTP status; undefined without an answer. */
  readonly status: number | undefined;
  readonly codes: readonly ErrorCode[];
  /** Of a call that timed out: resolves if a good answer still comes. The same read then gets this answer at once. */
  readonly late: Promise<void> | undefined;

  /** How long to wait before the next try, if the API says so. */
  readonly waitSeconds: number | undefined;

  constructor(operation: string, kind: CallErrorKind, details: Details = {}) {
    const { status, codes = [], cause, late, waitSeconds } = details;
    super(`${operation}: ${kind}${status === undefined ? '' : ` (${status})`}`, { cause });
    this.name = 'CallError';
    this.kind = kind;
    this.status = status;
    this.codes = codes;
    this.late = late;
    this.waitSeconds = waitSeconds;
  }
}

/**
 * Whether a failure of a refresh means that the API refuses the refresh token. After any other failure the tokens may
 * still be valid.
 */
const REFUSES_TOKEN: Readonly<Record<CallErrorKind, boolean>> = {
  unauthenticated: true,
  forbidden: true,
  refused: true,
  unavailable: false,
  unreachable: false,
  'timed-out': false,
  malformed: false,
};

/** Whether the API refused the refresh token itself. */
export function isRefusedRefresh(error: unknown): boolean {
  return error instanceof CallError && REFUSES_TOKEN[error.kind];
}

/** Whether the API answered 401. Other failures of a call do not concern the tokens. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof CallError && error.kind === 'unauthenticated';
}

/** Resolves if the answer that `error` did not wait for still comes; undefined for every other failure. */
export function lateAnswer(error: unknown): Promise<void> | undefined {
  return error instanceof CallError ? error.late : undefined;
}
