import { CallError, isSessionOver } from '@portal/session';

/**
 * Reports a page's failed call: calls `raiseNotice` unless the session is over, because then the shell shows sign-in
 * and the reason.
 * @throws `error` itself if it is not a failed call: that is a bug.
 */
export function reportFailure(error: unknown, raiseNotice: () => void): void {
  if (!isSessionOver()) raiseNotice();
  if (!(error instanceof CallError)) throw error;
}
