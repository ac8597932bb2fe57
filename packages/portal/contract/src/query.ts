/** The value of a key; null if it is missing or occurs several times. */
export function onlyValue(query: URLSearchParams, key: string): string | null {
  const [value, ...others] = query.getAll(key);
  return value !== undefined && others.length === 0 ? value : null;
}
