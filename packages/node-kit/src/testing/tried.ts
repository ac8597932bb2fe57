import { appendFileSync } from 'node:fs';

/** What a suite of faults or of bad input tried. */
export interface Tried {
  /** Its name in docs/reliability.md, where the numbers of all calls with the same name are added up. */
  readonly suite: string;
  /** Cells or inputs. */
  readonly tried: number;
  readonly passed: number;
  /** Those that cannot pass, each with its reason. They are tried, too, and are not among those that passed. */
  readonly exceptions?: readonly { readonly what: string; readonly reason: string }[];
}

/** For tests: whether this is `npm run lab -- reliability`, which tries everything. */
export const IS_RELIABILITY_RUN = Boolean(process.env['RELIABILITY_OUTPUT']);

/**
 * For tests: counts what was tried, for `npm run lab -- reliability`. Other runs set no RELIABILITY_OUTPUT; then
 * nothing is written.
 */
export function recordTried(tried: Tried): void {
  const file = process.env['RELIABILITY_OUTPUT'];
  // One short write at the end of the file: lines of several processes do not mix.
  if (file) appendFileSync(file, `${JSON.stringify(tried)}\n`);
}
