import type { CallError } from '@portal/api';

/** Whether nobody knows if a change was made, because its answer did not come. */
export function isOutcomeUnknown({ kind }: CallError): boolean {
  return kind === 'timed-out' || kind === 'unreachable';
}
