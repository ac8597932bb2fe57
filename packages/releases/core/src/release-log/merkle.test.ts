import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  collectEdges,
  GrowingTree,
  inclusionProof,
  leafHash,
  computeRoot,
  rootOfRange,
  verifyInclusion,
} from './merkle.ts';

// The tree of the tests of Certificate Transparency (google/certificate-transparency, merkletree/merkle_tree_test.cc).
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const INCLUSIONS: readonly (readonly [leaf: number, size: number, ...proof: string[]])[] = [
  [1, 1],
  [
    6,
    8,
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ],
  [3, 3, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  [
    2,
    5,
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  ],
];

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const ofHex = (text: string) => Buffer.from(text, 'hex');
const hashes = LEAVES.map((leaf) => leafHash(ofHex(leaf)));

test('the empty tree has the hash of nothing', () => {
  expect(hex(GrowingTree.empty.root())).toBe(createHash('sha256').digest('hex'));
});

test('a growing tree has the published root at each size', () => {
  let tree = GrowingTree.empty;
  const roots = hashes.map((leaf) => {
    tree = tree.with(leaf);
    return hex(tree.root());
  });
  expect(roots).toEqual(ROOTS);
  expect(hashes.map((_, index) => hex(computeRoot(hashes.slice(0, index + 1))))).toEqual(ROOTS);
});

test.each(INCLUSIONS)('proves that leaf %i is in the tree of %i, as published', (leaf, size, ...proof) => {
  expect(inclusionProof(hashes, leaf - 1, size).map(hex)).toEqual(proof);
});

const many = Array.from({ length: 33 }, (_, index) => leafHash(Buffer.from(String(index))));
const sizes = [1, 2, 3, 4, 6, 7, 8, 9, 31, 32, 33];
const wrong = leafHash(Buffer.from('another'));

test('every inclusion proof holds, and no changed one', () => {
  for (const size of sizes)
    for (let index = 0; index < size; index += 1) {
      const proof = inclusionProof(many, index, size);
      const claim = { leaf: many[index] ?? wrong, index, size, proof, root: computeRoot(many.slice(0, size)) };
      const changed = [
        { leaf: wrong },
        { root: wrong },
        { index: index + 1 },
        { index: -1 },
        { index: index + size },
        { size: index },
        { proof: [...proof, wrong] },
        ...(proof.length > 0 ? [{ proof: proof.slice(1) }, { proof: [wrong, ...proof.slice(1)] }] : []),
      ];
      const holding = [{}, ...changed].filter((change) => verifyInclusion({ ...claim, ...change }));
      expect(holding).toEqual([{}]);
    }
});

test('makes no proof for what is not in the tree', () => {
  expect(() => inclusionProof(hashes, 8)).toThrow(RangeError);
  expect(() => inclusionProof(hashes, 0, 9)).toThrow(RangeError);
});

test('the root follows from any last leaves and the edges to the left of them, and from nothing less', () => {
  const leaves = many.slice(0, 21);
  for (let size = 1; size <= leaves.length; size += 1) {
    const tree = leaves.slice(0, size);
    for (let first = 0; first < size; first += 1) {
      const edges = collectEdges(tree, first);
      expect(rootOfRange(first, edges, tree.slice(first))).toEqual(computeRoot(tree));
      if (size - first < 2) continue;
      expect(rootOfRange(first, edges, tree.slice(first).toReversed())).not.toEqual(computeRoot(tree));
    }
  }
  expect(() => rootOfRange(5, collectEdges(leaves, 5).slice(1), leaves.slice(5))).toThrow(RangeError);
  expect(() => rootOfRange(4, collectEdges(leaves, 5), leaves.slice(5))).toThrow(RangeError);
  expect(() => rootOfRange(21, collectEdges(leaves, 21), [])).toThrow(RangeError);
});
