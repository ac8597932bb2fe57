import type { AttemptLimits } from '../attempts/attempt-limits.ts';
import type { Account } from '../database/accounts.ts';
import { verifyPassword } from '../database/password.ts';
import { Refusal } from '../refusal.ts';

/**
 * Whether this is the own password of an account. None is until the person has set one, after customer service has
 * taken the account off single sign-on. @throws {Refusal} 429 after too many wrong ones.
 */
export async function isAccountPassword(
  { id, passwordHash }: Account,
  { password, address }: { readonly password: string; readonly address: string },
  limits: AttemptLimits,
): Promise<boolean> {
  if (passwordHash === null) return false;
  const attempt = { account: `account ${id}`, address, password };
  const verdict = await limits.check(attempt, () => verifyPassword(password, passwordHash));
  if (verdict.outcome === 'too-often')
    throw new Refusal(429, 'TOO_MANY_ATTEMPTS', { retryAfterSeconds: verdict.waitSeconds });
  return verdict.outcome === 'right';
}
