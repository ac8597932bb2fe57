import { CallError, session } from '@portal/session';
import { isWrongPassword, send } from '../transport.ts';
import { DoneResponseSchema, WRONG_PASSWORD } from '../wire.ts';

/** Whether the API refused the password; false for a call without one. */
function refusesPassword(error: unknown, password: string): boolean {
  if (password === '' || !(error instanceof CallError)) return false;
  return error.codes[0]?.code === WRONG_PASSWORD || isWrongPassword(error);
}

/** Whether the account may have been deleted all the same. */
function isUnanswered(error: unknown): boolean {
  return error instanceof CallError && (error.kind === 'timed-out' || error.kind === 'unreachable');
}

/**
 * Deletes the account permanently. `password` is empty for users of single sign-on. The next check
 * of the session ends it as a log-out.
 * @throws {CallError} for every failure but a wrong password.
 */
export async function deleteAccount(password: string): Promise<'deleted' | 'wrong-password'> {
  try {
    await send({ method: 'POST', path: 'account/destroy', body: { password } }, DoneResponseSchema);
    session.accountDeleted();
    return 'deleted';
  } catch (error) {
    if (refusesPassword(error, password)) return 'wrong-password';
    if (isUnanswered(error)) session.deletionUnanswered();
    throw error;
  }
}
