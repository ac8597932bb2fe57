import type { CallError } from '@portal/session';
import { signedInUser } from '../transport.ts';

/**
 * Whether a call that carried a password met a 401 although the tokens are good: they were refreshed once, and the session stands, so
 * the 401 was about the password. One whose refresh was refused has ended the session.
 */
export function isWrongPassword({ kind }: CallError): boolean {
  return kind === 'unauthenticated' && signedInUser() !== undefined;
}
