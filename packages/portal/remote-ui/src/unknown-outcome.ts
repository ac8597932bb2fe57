import { CallError } from '@portal/api';

/** Failures after which a change may have been made all the same: its answer did not come, or cannot be read. */
const UNKNOWN: ReadonlySet<CallError['kind']> = new Set(['timed-out', 'unreachable', 'malformed']);

/** Whether nobody knows if a change was made. */
export function isOutcomeUnknown(error: unknown): error is CallError {
  return error instanceof CallError && UNKNOWN.has(error.kind);
}
