import { PlainError } from '@portal/node-kit/plain-error';

/**
 * Why a log cannot be used: `untrusted` no key that the reader trusts has signed it, `damaged` an entry is not what was
 * signed, `shorter` and `forked` it is not the log that the reader has seen before, `missing` the store has documents
 * and no log, `newer` a newer checkout wrote something that this one does not know, `format` another one wrote it in a
 * format that this one cannot read, `not-allowed` the log does not name the key that was to sign.
 */
export const LOG_PROBLEMS = [
  'untrusted',
  'damaged',
  'shorter',
  'forked',
  'missing',
  'newer',
  'format',
  'not-allowed',
] as const;
type LogProblem = (typeof LOG_PROBLEMS)[number];

/** The log of a store cannot be used, and so nothing in the store counts. The message says what to do. */
export class LogError extends PlainError {
  readonly kind: LogProblem;
  /** What is wrong, without the remedy. */
  readonly problem: string;

  constructor(kind: LogProblem, problem: string, remedy: string, cause?: unknown) {
    super(remedy === '' ? problem : `${problem} ${remedy}`, { cause });
    this.name = 'LogError';
    this.kind = kind;
    this.problem = problem;
  }
}
