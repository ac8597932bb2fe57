/** The value that a query gives a key, of which it has exactly one; null where it has none, and where it has several that may differ. */
export function onlyValue(query: URLSearchParams, key: string): string | null {
  const [value, ...others] = query.getAll(key);
  return value !== undefined && others.length === 0 ? value : null;
}
