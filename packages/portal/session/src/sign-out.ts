import { inTime, LOG_OUT_CALL_LIMIT_MS } from '@portal/contract/time-limit';
import type { TokenCookies, Tokens } from './tokens.ts';

const late = () => new Error(`No answer within ${LOG_OUT_CALL_LIMIT_MS} ms`);

interface SignOutSteps {
  readonly tokens: TokenCookies;
  requestTokens(refreshToken: string): Promise<Tokens>;
  logOut(): Promise<void>;
  /** Deletes the tokens here and ends the session in all tabs. */
  end(): void;
}

/**
 * Runs the steps of the logout in order (specification, section 4), even if one fails. Resolves with the id token, if
 * there is one.
 */
export async function signOut({ tokens, requestTokens, logOut, end }: SignOutSteps): Promise<string | undefined> {
  const kept = tokens.refreshToken(); // the API may clear the cookies with its answer
  try {
    await inTime(LOG_OUT_CALL_LIMIT_MS, logOut(), late);
  } catch (cause) {
    console.warn('The API did not log out.', cause);
  }
  const refreshToken = tokens.refreshToken() ?? kept;
  end();
  if (refreshToken === undefined) return undefined;
  try {
    return (await inTime(LOG_OUT_CALL_LIMIT_MS, requestTokens(refreshToken), late)).idToken;
  } catch (cause) {
    console.warn('There is no id token to log out with.', cause);
    return undefined;
  }
}
