import { CallError } from '@portal/session';
import { accountDeleted, send } from '../transport.ts';
import { DestroyResponseSchema, WRONG_PASSWORD } from '../wire.ts';
import { isWrongPassword } from './is-wrong-password.ts';

/** Whether the API said no to the password: a call that carried none cannot be told that it was wrong. */
function refusesPassword(error: unknown, password: string): boolean {
  if (password === '' || !(error instanceof CallError)) return false;
  return error.codes[0]?.code === WRONG_PASSWORD || isWrongPassword(error);
}

/**
 * Deletes the account for good. `password` is empty for users of single sign-on. Who is signed in is for the next check to find out;
 * however it ends the session, that is a log-out.
 * @throws {CallError} for every failure but a wrong password.
 */
export async function deleteAccount(password: string): Promise<'deleted' | 'wrong-password'> {
  try {
    await send({ method: 'POST', path: 'account/destroy', body: { password } }, DestroyResponseSchema);
    accountDeleted();
    return 'deleted';
  } catch (error) {
    if (refusesPassword(error, password)) return 'wrong-password';
    throw error;
  }
}
