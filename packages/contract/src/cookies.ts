// For browser code, which reads `document.cookie`; the Node packages use the library `cookie`.

export const ACCESS_TOKEN_COOKIE = 'access_token';
export const REFRESH_TOKEN_COOKIE = 'refresh_token';

/** The values of the cookie `name` in `cookies` ("name=value; name=value"). There may be one of this host and one of a parent domain. */
export function cookieValues(cookies: string, name: string): readonly string[] {
  const start = `${name}=`;
  return cookies
    .split(/; ?/)
    .filter((cookie) => cookie.startsWith(start))
    .map((cookie) => cookie.slice(start.length));
}

/** Whether `text` has the characters of a bearer token (RFC 6750, `b68token`). None of them has a meaning in a cookie or a header. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9\-._~+/]+=*$/.test(text);
}

/** The token in the cookie `name`; undefined where the cookie is missing or has any other value. */
export function tokenIn(cookies: string, name: string): string | undefined {
  return cookieValues(cookies, name).find(isToken);
}

export interface CookieOptions {
  readonly maxAgeSeconds: number;
  /** Whether the page came over https. */
  readonly secure: boolean;
  /** Null keeps the cookie on this host. */
  readonly domain?: string | null;
}

/** A cookie for every path, never sent with requests from other sites, as it is assigned to `document.cookie`. */
export function cookieText(
  name: string,
  value: string,
  { maxAgeSeconds, secure, domain = null }: CookieOptions,
): string {
  const ends = `${secure ? '; Secure' : ''}${domain === null ? '' : `; Domain=${domain}`}`;
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; SameSite=Lax${ends}`;
}
