import { refusalIn, send } from '../transport.ts';
import { DoneResponseSchema } from '../wire.ts';
import type { PASSWORD_ERRORS } from '../wire.ts';

/** Why the API refused a new password (specification, section 5), or that the current one was wrong. */
export type PasswordRefusal = 'same' | 'insecure' | 'wrong-password';

const REFUSALS: Readonly<Record<(typeof PASSWORD_ERRORS)[number], PasswordRefusal>> = {
  SAME_PASSWORD: 'same',
  INSECURE_PASSWORD: 'insecure',
};

/**
 * Changes the account's own password.
 * @returns the reason of a refusal if the user can correct it.
 * @throws {CallError} for every other failure.
 */
export async function changePassword(passwords: {
  readonly current: string;
  readonly next: string;
}): Promise<'changed' | PasswordRefusal> {
  const body = { currentPassword: passwords.current, newPassword: passwords.next };
  try {
    await send({ method: 'PUT', path: 'account/password', body }, DoneResponseSchema);
    return 'changed';
  } catch (error) {
    return refusalIn(error, REFUSALS);
  }
}
