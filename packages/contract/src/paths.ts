/** Whether `pathname` ("/terms/v2") is one that `pattern` ("/terms/:version") stands for. A trailing slash makes no difference. */
export function matchesPath(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/').filter(Boolean);
  const given = pathname.split('/').filter(Boolean);
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}

/** Whether two patterns can stand for the same path. */
export function overlaps(a: string, b: string): boolean {
  const left = a.split('/').filter(Boolean);
  const right = b.split('/').filter(Boolean);
  return (
    left.length === right.length &&
    left.every((part, index) => part === right[index] || part.startsWith(':') || right[index]?.startsWith(':') === true)
  );
}
