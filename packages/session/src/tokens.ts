import { ACCESS_TOKEN_COOKIE, cookieText, isToken, REFRESH_TOKEN_COOKIE, tokenIn } from '@portal/contract/cookies';
import type { CookieJar } from './environment.ts';

/** The three tokens of one sign-in or refresh. The id token is only for the logout address and is never stored. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string;
}

/** Two days, in seconds (specification, section 9). */
const MAX_AGE_SECONDS = 2 * 24 * 60 * 60;

/** The tokens in the cookies, the only place where they are stored. */
export interface TokenCookies {
  /** Undefined if the cookie is missing or contains no token. */
  accessToken(): string | undefined;
  refreshToken(): string | undefined;
  /** @throws {TypeError} if one of them is not a token; then nothing is written. */
  write(tokens: Tokens): void;
  clear(): void;
}

/** `domain`: the parent domain of the cookies; null keeps them on this host. */
export function tokenCookies(jar: CookieJar, domain: string | null): TokenCookies {
  const { secure } = jar;
  return {
    accessToken: () => tokenIn(jar.read(), ACCESS_TOKEN_COOKIE),
    refreshToken: () => tokenIn(jar.read(), REFRESH_TOKEN_COOKIE),
    write({ accessToken, refreshToken }) {
      if (!isToken(accessToken) || !isToken(refreshToken))
        throw new TypeError('A token has characters that no token may have');
      const options = { maxAgeSeconds: MAX_AGE_SECONDS, secure, domain };
      jar.write(cookieText(ACCESS_TOKEN_COOKIE, accessToken, options));
      jar.write(cookieText(REFRESH_TOKEN_COOKIE, refreshToken, options));
      jar.read(); // waits until both are stored: another tab may get the lock right after this
    },
    clear() {
      for (const name of [ACCESS_TOKEN_COOKIE, REFRESH_TOKEN_COOKIE]) {
        // A cookie of this host alone would hide the one of the domain, and a log-out would not delete it.
        jar.write(cookieText(name, '', { maxAgeSeconds: 0, secure }));
        if (domain !== null) jar.write(cookieText(name, '', { maxAgeSeconds: 0, secure, domain }));
      }
    },
  };
}
