import { inTime } from '@portal/contract/time-limit';
import type { TokenCookies } from './tokens.ts';
import type { Tokens } from './tokens.ts';

/** How long each of the two calls of a logout may take, in milliseconds: whoever logs out does not stay signed in for a slow API. */
const CALL_LIMIT_MS = 3000;

const late = () => new Error(`No answer within ${CALL_LIMIT_MS} ms`);

export interface SignOutParts {
  readonly tokens: TokenCookies;
  requestTokens(refreshToken: string): Promise<Tokens>;
  logOut(): Promise<void>;
  /** Deletes the tokens, and tells all tabs. */
  end(): void;
}

/** The logout's steps in their order (specification, section 4), whatever fails on the way. Resolves with the id token, if there is one. */
export async function signOut({ tokens, requestTokens, logOut, end }: SignOutParts): Promise<string | undefined> {
  const kept = tokens.refreshToken(); // the API may clear the cookies with its answer
  try {
    await inTime(CALL_LIMIT_MS, logOut(), late);
  } catch (cause) {
    console.warn('The API did not log out.', cause);
  }
  const refreshToken = tokens.refreshToken() ?? kept;
  end();
  if (refreshToken === undefined) return undefined;
  try {
    return (await inTime(CALL_LIMIT_MS, requestTokens(refreshToken), late)).idToken;
  } catch (cause) {
    console.warn('There is no id token to log out with.', cause);
    return undefined;
  }
}
