import { CallError } from '@portal/api';
import { isSessionOver } from '@portal/session';
import { notify } from '@portal/ui';

/**
 * Raises the notice of a call that failed, unless the session is over: then the shell leaves for sign-in, and says so itself.
 * @throws what is no failed call: a mistake of our own.
 */
export function notifyFailure(error: unknown, text: string): void {
  if (!(error instanceof CallError)) throw error;
  if (!isSessionOver()) notify({ kind: 'error', text });
}
