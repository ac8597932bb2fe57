import { rememberAddress } from '@portal/session';
import { refusalIn, send, signedInUser } from '../transport.ts';
import { DoneResponseSchema } from '../wire.ts';
import type { EMAIL_ERRORS } from '../wire.ts';

/** Why the API refused an address (specification, section 8), or that the current password was wrong. */
export type EmailRefusal = 'in-use' | 'invalid' | 'provider' | 'missing' | 'wrong-password';

const REFUSALS: Readonly<Record<(typeof EMAIL_ERRORS)[number], EmailRefusal>> = {
  EMAIL_ADDRESS_IN_USE: 'in-use',
  'email invalid': 'invalid',
  INVALID_EMAIL_PROVIDER: 'provider',
  MISSING_EMAIL_ADDRESS: 'missing',
};

/**
 * Requests another contact e-mail; the API sends a mail to it, and the change takes effect when the user confirms
 * there.
 * @returns the reason of a refusal if the user can correct it.
 * @throws {CallError} for every other failure.
 */
export async function changeEmail({
  email,
  password,
}: {
  email: string;
  password: string;
}): Promise<'asked' | EmailRefusal> {
  const user = signedInUser();
  try {
    await send(
      { method: 'PUT', path: 'account/email', body: { newEmail: email, currentPassword: password } },
      DoneResponseSchema,
    );
    if (user) rememberAddress(user.email, email);
    return 'asked';
  } catch (error) {
    return refusalIn(error, REFUSALS);
  }
}
