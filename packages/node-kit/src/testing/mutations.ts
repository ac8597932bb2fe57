import * as fc from 'fast-check';
import { HOSTILE_TEXTS } from './inputs.ts';

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(...HOSTILE_TEXTS, 'x'.repeat(70_000), -1, 0, 1, 1e308, 0.5, Number.MAX_SAFE_INTEGER),
);

/** One change of a document. */
interface Mutation {
  /** Where: for each level, a number that chooses a field. */
  readonly way: readonly number[];
  /** What comes there; undefined removes the field. */
  readonly value: unknown;
  /** Another name for the field. */
  readonly rename: string | undefined;
}

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  way: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
  value: fc.option(value, { nil: undefined }),
  rename: fc.option(fc.oneof(fc.string(), fc.constantFrom(...HOSTILE_TEXTS)), { nil: undefined, freq: 5 }),
});

const isObject = (node: unknown): node is Record<string, unknown> => typeof node === 'object' && node !== null;

/** A copy of the document with one change. */
export function mutate(document: unknown, { way, value: next, rename }: Mutation): unknown {
  const copy: unknown = structuredClone(document);
  let node = copy;
  for (const [level, step] of way.entries()) {
    if (!isObject(node)) break;
    const keys = Object.keys(node);
    const key = keys[step % keys.length] ?? 'new';
    const child = node[key];
    if (level < way.length - 1 && isObject(child)) {
      node = child;
      continue;
    }
    delete node[key];
    if (next !== undefined) node[Array.isArray(node) ? key : (rename ?? key)] = next;
    break;
  }
  return copy;
}
