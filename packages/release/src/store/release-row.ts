import { StoreError } from '../errors.ts';
import { releaseKey } from './keys.ts';

/**
 * The next release goes past damaged ones only where they follow upon `base` without a gap: a foreign file may look like a release of any
 * number. @throws {StoreError} naming the one behind the gap.
 */
export function checkRow(place: string, numbers: readonly number[], base: number): void {
  const damaged = numbers.filter((number) => number > base);
  const gap = damaged.findIndex((number, index) => number !== base + 1 + index);
  if (gap === -1) return;
  const key = releaseKey(damaged[gap] ?? 0);
  throw new StoreError(
    'damaged',
    key,
    `${place}/${key} is damaged, and there is no release ${String(base + 1 + gap)} before it.`,
    'Restore what is missing from a backup; if nobody ever released so often, it is no release: move it away.',
  );
}
