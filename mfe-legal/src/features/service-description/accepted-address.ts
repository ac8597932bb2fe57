/** The address that the API answered, if its origin is the portal's own or a configured one; undefined otherwise. */
export function acceptedAddress(answered: string, ownOrigin: string, origins: readonly string[]): string | undefined {
  const url = URL.parse(answered);
  return url && [ownOrigin, ...origins].includes(url.origin) ? url.href : undefined;
}
