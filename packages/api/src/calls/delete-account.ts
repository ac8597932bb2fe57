import { CallError } from '../call-error.ts';
import { send } from '../transport.ts';
import { DestroyAnswerSchema, WRONG_PASSWORD } from '../wire.ts';
import { isWrongPassword } from './is-wrong-password.ts';

/**
 * Deletes the account for good. `password` is empty for users of single sign-on. The session is as it was: who is signed in is for
 * the next check to find out.
 * @throws {CallError} for every failure but a wrong password.
 */
export async function deleteAccount(password: string): Promise<'deleted' | 'wrong-password'> {
  try {
    await send({ method: 'POST', path: 'account/destroy', body: { password } }, DestroyAnswerSchema);
    return 'deleted';
  } catch (error) {
    const isWrong = error instanceof CallError && (error.codes[0]?.code === WRONG_PASSWORD || isWrongPassword(error));
    if (isWrong) return 'wrong-password';
    throw error;
  }
}
