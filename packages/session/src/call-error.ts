/**
 * How a call can fail. `unauthenticated`: 401, after the one refresh. `forbidden`: 403. `refused`: another 4xx, or errors in the
 * answer; `codes` lists them. `unavailable`: the API has trouble (5xx, too many requests). `unreachable`: no network, no answer in
 * time, or a redirect. `malformed`: an answer that does not have the agreed shape.
 */
export type CallErrorKind = 'unauthenticated' | 'forbidden' | 'refused' | 'unavailable' | 'unreachable' | 'malformed';

/** One entry of an answer's `errors` (specification, section 8). */
export interface ErrorCode {
  readonly code?: number | undefined;
  readonly error?: string | undefined;
}

interface Details {
  readonly status?: number | undefined;
  readonly codes?: readonly ErrorCode[];
  readonly cause?: unknown;
}

/** A call that failed. Neither message nor cause contains anything of the answer's body. */
export class CallError extends Error {
  readonly kind: CallErrorKind;
  /** The HTTP status; undefined without an answer. */
  readonly status: number | undefined;
  readonly codes: readonly ErrorCode[];

  constructor(operation: string, kind: CallErrorKind, { status, codes = [], cause }: Details = {}) {
    super(`${operation}: ${kind}${status === undefined ? '' : ` (${status})`}`, { cause });
    this.name = 'CallError';
    this.kind = kind;
    this.status = status;
    this.codes = codes;
  }
}

/** Which failures of a refresh mean that the API refuses the refresh token. The others are trouble, and the tokens may still be good. */
const REFUSES_TOKEN: Readonly<Record<CallErrorKind, boolean>> = {
  unauthenticated: true,
  forbidden: true,
  refused: true,
  unavailable: false,
  unreachable: false,
  malformed: false,
};

/** Whether the API refused the refresh token itself. */
export function isRefusedRefresh(error: unknown): boolean {
  return error instanceof CallError && REFUSES_TOKEN[error.kind];
}

/** Whether the API said that nobody is signed in. No other failure of a call says anything about the tokens. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof CallError && error.kind === 'unauthenticated';
}
