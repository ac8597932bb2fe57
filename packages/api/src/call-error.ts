/**
 * What can become of a call. `unauthenticated`: 401, after the one refresh. `forbidden`: 403. `refused`: another 4xx, or errors in the
 * answer; `codes` say which. `unavailable`: the API has trouble (5xx, too many requests). `unreachable`: no network, no answer in
 * time, or a redirect. `malformed`: an answer that does not have the agreed shape.
 */
export type CallErrorKind = 'unauthenticated' | 'forbidden' | 'refused' | 'unavailable' | 'unreachable' | 'malformed';

/** One entry of an answer's `errors` (specification, section 8). */
export interface ErrorCode {
  readonly code?: number | undefined;
  readonly error?: string | undefined;
}

interface Details {
  readonly status?: number;
  readonly codes?: readonly ErrorCode[];
  readonly cause?: unknown;
}

/** A call that failed. Neither message nor cause carries anything of the answer's body. */
export class CallError extends Error {
  readonly kind: CallErrorKind;
  /** The HTTP status; undefined where there was no answer. */
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
