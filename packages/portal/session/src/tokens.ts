import {
  ACCESS_TOKEN_COOKIE,
  accessTokenIn,
  areTokensAmbiguous,
  cookiePlaces,
  cookieText,
  cookieValues,
  isToken,
  REFRESH_TOKEN_COOKIE,
  TOKEN_COOKIE_SECONDS,
  tokenIn,
} from '@portal/contract/cookies';
import type { CookieJar } from './environment.ts';

/** The three tokens of one sign-in or refresh. The id token is only for the logout address and is never stored. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string;
}

/** The browser did not keep a cookie, usually because it is too long. */
export class LostCookieError extends Error {
  constructor(name: string, value: string) {
    super(
      `The browser did not keep ${name}, of ${name.length + value.length} bytes: it keeps 4096, and none if cookies are blocked.`,
    );
    this.name = 'LostCookieError';
  }
}

/** The tokens in the cookies, the only place where they are stored. */
export interface TokenCookies {
  /** Undefined if the cookie is missing or contains no token, or if the tokens are ambiguous. */
  accessToken(): string | undefined;
  refreshToken(): string | undefined;
  /** @throws {TypeError} if one of them is not a token; then nothing is written. @throws {LostCookieError} */
  write(tokens: Tokens): void;
  /** Whether a token has several cookies on this page, so that nobody can tell whose session it is. */
  areAmbiguous(): boolean;
  /**
   * Deletes the cookies wherever this host can have them: of every domain above it, for this page, for `paths`, and for
   * every path above these.
   */
  clear(): void;
}

const NAMES = [ACCESS_TOKEN_COOKIE, REFRESH_TOKEN_COOKIE];

/** `domain`: the parent domain of the cookies; null keeps them on this host. `paths`: the portal's own. */
export function tokenCookies(
  jar: CookieJar,
  domain: string | null,
  paths: readonly string[] | (() => readonly string[]) = [],
): TokenCookies {
  const { secure } = jar;
  return {
    accessToken: () => accessTokenIn(jar.read()),
    refreshToken: () => tokenIn(jar.read(), REFRESH_TOKEN_COOKIE),
    write({ accessToken, refreshToken }) {
      if (!isToken(accessToken) || !isToken(refreshToken))
        throw new TypeError('A token has characters that no token may have');
      const options = { maxAgeSeconds: TOKEN_COOKIE_SECONDS, secure, domain };
      const written = [
        [ACCESS_TOKEN_COOKIE, accessToken],
        [REFRESH_TOKEN_COOKIE, refreshToken],
      ] as const;
      for (const [name, token] of written) jar.write(cookieText(name, token, options));
      const kept = jar.read(); // waits until both are stored: another tab may get the lock right after this
      for (const [name, token] of written)
        if (!cookieValues(kept, name).includes(token)) throw new LostCookieError(name, token);
    },
    areAmbiguous: () => areTokensAmbiguous(jar.read()),
    clear() {
      const known = typeof paths === 'function' ? paths() : paths;
      for (const place of cookiePlaces(jar.host, [jar.path(), ...known])) {
        for (const name of NAMES) jar.write(cookieText(name, '', { maxAgeSeconds: 0, secure, ...place }));
      }
    },
  };
}
