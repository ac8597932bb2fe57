/** The query that has these values; those that are undefined are left out. */
export function getQuery(values: Readonly<Record<string, string | number | undefined>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
