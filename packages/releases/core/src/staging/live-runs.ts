import type { Leaf } from '../release-log/leaf.ts';
import { numberOfKey } from '../format/keys.ts';

/** A time in which a version was live without a break, by the entries of a log. ISO 8601, UTC. */
export interface Run {
  /** Index of the entry that began it, among those given. */
  readonly first: number;
  readonly from: string;
  readonly to: string;
  /** Whether it was still live at the last entry. */
  readonly isOpen: boolean;
}

/** The release that an entry is about. */
function releaseIn(leaf: Leaf): { readonly number: number; readonly sha256: string } | undefined {
  if (leaf.kind !== 'document') return undefined;
  const number = numberOfKey(leaf.key);
  return number === undefined ? undefined : { number, sha256: leaf.sha256 };
}

export const durationMs = ({ from, to }: Run): number => Math.max(0, Date.parse(to) - Date.parse(from));

/** The longest run of what `has` says of releases. A restore ends a run, because releases may be lost. */
export function longestRun(
  leaves: readonly Leaf[],
  has: (release: { readonly number: number; readonly sha256: string }) => boolean,
): Run | undefined {
  const runs: Run[] = [];
  let current = 0;
  let begin: { readonly first: number; readonly from: string } | undefined;
  const end = (to: string, isOpen: boolean) => {
    if (begin) runs.push({ ...begin, to, isOpen });
    begin = undefined;
  };
  for (const [first, leaf] of leaves.entries()) {
    if (leaf.kind === 'restore') end(leaf.at, false);
    const release = releaseIn(leaf);
    if (!release || release.number < current) continue;
    current = release.number;
    if (has(release)) begin ??= { first, from: leaf.at };
    else end(leaf.at, false);
  }
  end(leaves.at(-1)?.at ?? '', true);
  return runs.toSorted((a, b) => durationMs(b) - durationMs(a))[0];
}
