import { hash } from 'node:crypto';

/** The Merkle tree of RFC 9162, section 2.1, with SHA-256. Hashes are 32 bytes. */
export type Hash = Uint8Array;

const sha256 = (...parts: readonly Uint8Array[]): Hash => hash('sha256', Buffer.concat(parts), 'buffer');

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const leafHash = (leaf: Uint8Array): Hash => sha256(LEAF, leaf);
const nodeHash = (left: Hash, right: Hash): Hash => sha256(NODE, left, right);

export const sameHash = (one: Hash, other: Hash): boolean => Buffer.compare(one, other) === 0;

/**
 * A tree of which only the roots of its complete parts are known: enough to add leaves, and for the root after each of
 * them.
 */
export class GrowingTree {
  readonly size: number;
  /** Roots of complete subtrees, the largest first; the bits of `size` say how large each is. */
  readonly #roots: readonly Hash[];

  private constructor(size: number, roots: readonly Hash[]) {
    this.size = size;
    this.#roots = roots;
  }

  static readonly empty = new GrowingTree(0, []);

  /** The tree with one more leaf. */
  with(leaf: Hash): GrowingTree {
    const roots = [...this.#roots];
    let root = leaf;
    for (let size = this.size; size % 2 === 1; size = (size - 1) / 2) {
      const left = roots.pop();
      if (left) root = nodeHash(left, root);
    }
    return new GrowingTree(this.size + 1, [...roots, root]);
  }

  /** The hash of the whole tree; that of nothing if it is empty. */
  root(): Hash {
    const [last, ...left] = this.#roots.toReversed();
    return last ? left.reduce((right, root) => nodeHash(root, right), last) : sha256();
  }
}

/** The root of the tree of these leaves. */
export function computeRoot(leaves: readonly Hash[]): Hash {
  return leaves.reduce((tree, leaf) => tree.with(leaf), GrowingTree.empty).root();
}

/** The largest power of two below `size`, which is two or more: where a tree of this size is split. */
function findSplit(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

function checkRange(is: boolean, what: string): void {
  if (!is) throw new RangeError(what);
}

/**
 * What leads from a leaf to the root of the tree of the first `size` leaves. @throws {RangeError} for a leaf that is
 * not in it.
 */
export function inclusionProof(leaves: readonly Hash[], index: number, size = leaves.length): readonly Hash[] {
  checkRange(index >= 0 && index < size && size <= leaves.length, 'the tree has no such leaf');
  if (size === 1) return [];
  const split = findSplit(size);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split, size)];
  return index < split
    ? [...inclusionProof(left, index), computeRoot(right)]
    : [...inclusionProof(right, index - split), computeRoot(left)];
}

interface Inclusion {
  readonly leaf: Hash;
  readonly index: number;
  readonly size: number;
  readonly proof: readonly Hash[];
  readonly root: Hash;
}

/** RFC 9162, section 2.1.3.2. Numbers are halved rather than shifted, which in JavaScript ends at 32 bits. */
export function verifyInclusion({ leaf, index, size, proof, root }: Inclusion): boolean {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false;
  let [node, last, hashed] = [index, size - 1, leaf];
  for (const each of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hashed = nodeHash(each, hashed);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else {
      hashed = nodeHash(hashed, each);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && sameHash(hashed, root);
}

/**
 * The roots of the largest complete trees that the first `first` leaves are made of, from left to right: what stands
 * left of a range.
 */
export function collectEdges(leaves: readonly Hash[], first: number): readonly Hash[] {
  checkRange(first >= 0 && first <= leaves.length, 'the tree has no such range');
  const edges: Hash[] = [];
  for (let begin = 0, size = 2 ** 48; begin < first; size /= 2) {
    if (begin + size > first) continue;
    edges.push(computeRoot(leaves.slice(begin, begin + size)));
    begin += size;
  }
  return edges;
}

/**
 * The root of a tree of which the last leaves are known, and the edges to the left of them. @throws {RangeError} for
 * other edges.
 */
export function rootOfRange(first: number, edges: readonly Hash[], leaves: readonly Hash[]): Hash {
  if (first === 0) {
    checkRange(edges.length === 0, 'there are more edges than the range has');
    return computeRoot(leaves);
  }
  const [edge, ...others] = edges;
  if (edge === undefined || leaves.length === 0) throw new RangeError('an edge or a leaf of the range is missing');
  const split = findSplit(first + leaves.length);
  if (first >= split) return nodeHash(edge, rootOfRange(first - split, others, leaves));
  const left = rootOfRange(first, edges, leaves.slice(0, split - first));
  return nodeHash(left, computeRoot(leaves.slice(split - first)));
}
