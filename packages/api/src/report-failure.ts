import { CallError, isSessionOver } from '@portal/session';

/**
 * For a page whose call has failed: `raiseNotice` runs unless the session is over. Then the shell leaves for sign-in and says why.
 * @throws `error` itself when it is not a failed call: that is a bug.
 */
export function reportFailure(error: unknown, raiseNotice: () => void): void {
  if (!isSessionOver()) raiseNotice();
  if (!(error instanceof CallError)) throw error;
}
