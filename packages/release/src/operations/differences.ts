import type { ArtifactManifest } from '@portal/contract/artifact';

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Paths of what differs between two JSON documents, such as "files.entry.0123456789abcdef.js.size"; empty when nothing does. */
function differences(a: unknown, b: unknown, path = ''): readonly string[] {
  if (!isObject(a) || !isObject(b)) return Object.is(a, b) ? [] : [path];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].sort().flatMap((key) => differences(a[key], b[key], path === '' ? key : `${path}.${key}`));
}

/** The same for two builds of a version: when each was built is no difference, since the same bytes can be published again. */
export function buildDifferences(a: ArtifactManifest, b: ArtifactManifest): readonly string[] {
  const [{ builtAt: _a, ...left }, { builtAt: _b, ...right }] = [a, b];
  return differences(left, right);
}
