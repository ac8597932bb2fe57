import type { CookieJar } from './environment.ts';

/** The three tokens of one sign-in or refresh. The id token is for the logout address alone and is never stored. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string;
}

/** The characters of a bearer token (RFC 6750, `b68token`). None of them means anything in a cookie or in a header. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Two days, in seconds (specification, section 9). */
const MAX_AGE_SECONDS = 2 * 24 * 60 * 60;
const NAMES = ['access_token', 'refresh_token'] as const;
type TokenName = (typeof NAMES)[number];

/** The tokens in the cookies, the one place where they are kept. */
export interface TokenCookies {
  /** The token, or undefined where the cookie is missing or carries anything but a token. */
  read(name: TokenName): string | undefined;
  /** @throws {TypeError} when one of them is not a token; then nothing is written. */
  write(tokens: Tokens): void;
  clear(): void;
}

/** `domain`: the parent domain of the cookies; null keeps them on this host. */
export function tokenCookies(jar: CookieJar, domain: string | null): TokenCookies {
  const common = `; Path=/; SameSite=Lax${jar.secure ? '; Secure' : ''}`;
  const onDomain = domain === null ? '' : `; Domain=${domain}`;

  return {
    read(name) {
      const start = `${name}=`;
      return jar
        .read()
        .split(/; ?/)
        .filter((cookie) => cookie.startsWith(start))
        .map((cookie) => cookie.slice(start.length))
        .find(isToken);
    },
    write({ accessToken, refreshToken }) {
      if (!isToken(accessToken) || !isToken(refreshToken)) throw new TypeError('What came as a token is none');
      jar.write(`access_token=${accessToken}; Max-Age=${MAX_AGE_SECONDS}${common}${onDomain}`);
      jar.write(`refresh_token=${refreshToken}; Max-Age=${MAX_AGE_SECONDS}${common}${onDomain}`);
    },
    clear() {
      for (const name of NAMES) {
        const expired = `${name}=; Max-Age=0${common}`;
        jar.write(expired); // one of this host alone would hide the other, and nobody could log out
        if (onDomain !== '') jar.write(expired + onDomain);
      }
    },
  };
}
