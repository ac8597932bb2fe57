import { StoreError } from './errors.ts';
import { releaseKey } from './keys.ts';

/**
 * The next release skips damaged ones only if they follow `base` without a gap: a foreign file may look like a release with any number.
 * @throws {StoreError} naming the release after the gap.
 */
export function checkNoGap(place: string, numbers: readonly number[], base: number): void {
  const damaged = numbers.filter((number) => number > base);
  const gap = damaged.findIndex((number, index) => number !== base + 1 + index);
  if (gap === -1) return;
  const key = releaseKey(damaged[gap] ?? 0);
  throw new StoreError(
    'damaged',
    key,
    `${place}/${key} is damaged, and there is no release ${String(base + 1 + gap)} before it.`,
    'Restore the missing releases from a backup. If they never existed, this file is not a release: move it out of the store.',
  );
}
