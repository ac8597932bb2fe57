/** Whether `pathname` ("/terms/v2") matches `pattern` ("/terms/:version"). A trailing slash makes no difference. */
export function matchesPath(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/').filter(Boolean);
  const given = pathname.split('/').filter(Boolean);
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}

/**
 * The section that `pathname` belongs to: the pattern that matches it, or else the nearest one that matches a parent path
 * ("/developer" for "/developer/signup"). "/" does not count as a parent.
 */
export function sectionOf(patterns: readonly string[], pathname: string): string | undefined {
  const given = pathname.split('/').filter(Boolean);
  const [nearest] = patterns
    .map((pattern) => ({ pattern, depth: pattern.split('/').filter(Boolean).length }))
    .filter(({ depth }) => depth > 0 || given.length === 0)
    .filter(({ pattern, depth }) => matchesPath(pattern, given.slice(0, depth).join('/')))
    .toSorted((a, b) => b.depth - a.depth);
  return nearest?.pattern;
}

/** Whether some path matches both patterns. */
export function overlaps(a: string, b: string): boolean {
  const left = a.split('/').filter(Boolean);
  const right = b.split('/').filter(Boolean);
  return (
    left.length === right.length &&
    left.every((part, index) => part === right[index] || part.startsWith(':') || right[index]?.startsWith(':') === true)
  );
}
