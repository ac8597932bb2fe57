// For browser code, which reads `document.cookie`, and for tokens everywhere; else the Node packages use the library
// `cookie`.

export const ACCESS_TOKEN_COOKIE = 'access_token';
export const REFRESH_TOKEN_COOKIE = 'refresh_token';
/** How long both live: two days, in seconds (specification, section 9). */
export const TOKEN_COOKIE_SECONDS = 2 * 24 * 60 * 60;

/** How long a browser remembers what somebody chose: one year. */
export const CHOICE_COOKIE_SECONDS = 365 * 24 * 60 * 60;

/**
 * The values of the cookie `name` in `cookies` ("name=value; name=value"). This host and a parent domain may each have
 * set one.
 */
export function cookieValues(cookies: string, name: string): readonly string[] {
  const start = `${name}=`;
  if (!cookies.includes(start)) return [];
  return cookies
    .split(/; ?/)
    .filter((cookie) => cookie.startsWith(start))
    .map((cookie) => cookie.slice(start.length));
}

/**
 * Whether `text` is a bearer token (RFC 6750, `b68token`). None of its characters is special in a cookie or a header.
 */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9\-._~+/]+=*$/.test(text);
}

/**
 * The token in the cookie `name`; undefined if the cookie is missing or contains no token. Also undefined if there are
 * several: another host of the parent domain may have set one for a path, and nobody can tell whose session it is.
 */
export function tokenIn(cookies: string, name: string): string | undefined {
  const [value, ...others] = cookieValues(cookies, name);
  return value !== undefined && others.length === 0 && isToken(value) ? value : undefined;
}

/** Whether a token has several cookies, so that nobody can tell whose session it is. */
export function areTokensAmbiguous(cookies: string): boolean {
  return [ACCESS_TOKEN_COOKIE, REFRESH_TOKEN_COOKIE].some((name) => cookieValues(cookies, name).length > 1);
}

/**
 * The access token of a session; undefined without one, or if the tokens are ambiguous. Page and web server decide by
 * it alike.
 */
export function accessTokenIn(cookies: string): string | undefined {
  return areTokensAmbiguous(cookies) ? undefined : tokenIn(cookies, ACCESS_TOKEN_COOKIE);
}

/**
 * `path` and the paths above it, each with and without a slash at its end, because these are different places of a
 * cookie.
 */
function pathsAbove(path: string): readonly string[] {
  const parts = path.split('/').filter(Boolean);
  return parts.flatMap((_, index) => {
    const above = `/${parts.slice(0, index + 1).join('/')}`;
    return [above, `${above}/`];
  });
}

/**
 * The domains that a page of `host` may set cookies for: its own and its parents. Browsers ignore those that are public
 * suffixes.
 */
function domainsAbove(host: string): readonly string[] {
  const labels = host.split('.');
  return /^[\d.]+$|:/.test(host) ? [] : labels.map((_, index) => labels.slice(index).join('.'));
}

/** Where a page of `host` can set a cookie that is sent to one of `paths`. A null domain is the host alone. */
export function cookiePlaces(
  host: string,
  paths: readonly string[],
): readonly { readonly domain: string | null; readonly path: string }[] {
  const all = [...new Set(['/', ...paths.flatMap(pathsAbove)])];
  return [null, ...domainsAbove(host)].flatMap((domain) => all.map((path) => ({ domain, path })));
}

/**
 * The name that one of the portal's own cookies has; those of the tokens have fixed names. On https it has the prefix
 * `__Host-`, so that no other host of the domain can set it.
 */
export function ownCookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}

interface CookieOptions {
  readonly maxAgeSeconds: number;
  /** Whether the page came over https. */
  readonly secure: boolean;
  /** Null keeps the cookie on this host. */
  readonly domain?: string | null;
  /** Every path by default. */
  readonly path?: string;
}

/** The text to assign to `document.cookie`: a cookie that is not sent with requests from other sites. */
export function cookieText(
  name: string,
  value: string,
  { maxAgeSeconds, secure, domain = null, path = '/' }: CookieOptions,
): string {
  const ends = `${secure ? '; Secure' : ''}${domain === null ? '' : `; Domain=${domain}`}`;
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=${path}; SameSite=Lax${ends}`;
}
