import type { VersionDiff } from './version-diff.ts';

/** The titles of what a comparison lists, in their order. */
export const DIFF_SECTIONS = [
  ['routes', 'Routes'],
  ['redirects', 'Redirects'],
  ['header', 'Header'],
  ['footer', 'Footer'],
  ['texts', 'Texts of the declaration'],
  ['catalogues', 'Texts of the pages'],
  ['shared', 'Shared modules'],
] as const satisfies readonly (readonly [keyof VersionDiff, string])[];

/**
 * How to read the commits between two versions; undefined if a build does not name its commit, or both have the same
 * one.
 */
export function commitsCommand({ name, sources: { from, to } }: VersionDiff): string | undefined {
  return from === null || to === null || from === to ? undefined : `git log ${from}..${to} -- ${name} packages`;
}
