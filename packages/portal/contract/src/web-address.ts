/** Letters, digits, hyphens and underscores between dots, or the IPv6 address of a URL. */
const PLAIN_HOST =
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$|^\[[0-9a-f:]+\]$/i;

/**
 * Whether a host is a name or an IP address. `URL` also takes "*", "a;b" and "a'b", which mean something else in a
 * policy.
 */
export const isPlainHost = (host: string): boolean => PLAIN_HOST.test(host);

/**
 * The address of the web in a text: http or https, with a plain host, and without a user name and password, which would
 * be shown.
 */
export function webAddress(text: string): URL | undefined {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined;
  return url.username + url.password === '' && isPlainHost(url.hostname) ? url : undefined;
}
