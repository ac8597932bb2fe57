// For browser code, which reads `document.cookie`; the Node packages use the library `cookie`.

export const ACCESS_TOKEN_COOKIE = 'access_token';
export const REFRESH_TOKEN_COOKIE = 'refresh_token';

/** The values of the cookie `name` in `cookies` ("name=value; name=value"). This host and a parent domain may each have set one. */
export function cookieValues(cookies: string, name: string): readonly string[] {
  const start = `${name}=`;
  return cookies
    .split(/; ?/)
    .filter((cookie) => cookie.startsWith(start))
    .map((cookie) => cookie.slice(start.length));
}

/** Whether `text` is a bearer token (RFC 6750, `b68token`). None of its characters is special in a cookie or a header. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9\-._~+/]+=*$/.test(text);
}

/** The token in the cookie `name`; undefined if the cookie is missing or contains no token. */
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

/** The text to assign to `document.cookie`: a cookie for every path that is not sent with requests from other sites. */
export function cookieText(
  name: string,
  value: string,
  { maxAgeSeconds, secure, domain = null }: CookieOptions,
): string {
  const ends = `${secure ? '; Secure' : ''}${domain === null ? '' : `; Domain=${domain}`}`;
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; SameSite=Lax${ends}`;
}
