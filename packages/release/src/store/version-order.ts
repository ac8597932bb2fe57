interface Parsed {
  readonly numbers: readonly number[];
  readonly preRelease: readonly string[];
}

function parse(version: string): Parsed {
  const [numbers = '', ...rest] = version.split('-');
  return { numbers: numbers.split('.').map(Number), preRelease: rest.length === 0 ? [] : rest.join('-').split('.') };
}

function compareIdentifiers(a: string, b: string): number {
  const [numericA, numericB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (numericA && numericB) return Number(a) - Number(b);
  if (numericA !== numericB) return numericA ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}

/** Order of two versions by Semantic Versioning: negative when `a` comes before `b`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)];
  for (const [index, number] of left.numbers.entries()) {
    const difference = number - (right.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.preRelease.length === 0 || right.preRelease.length === 0)
    return right.preRelease.length - left.preRelease.length;
  for (const [index, identifier] of left.preRelease.entries()) {
    const other = right.preRelease[index];
    if (other === undefined) return 1;
    const difference = compareIdentifiers(identifier, other);
    if (difference !== 0) return difference;
  }
  return left.preRelease.length - right.preRelease.length;
}
