import type { Skeleton } from '@portal/contract/declaration';

const OWN_HEADINGS: ReadonlySet<Skeleton> = new Set<Skeleton>(['table', 'message', 'sign-in']);

/** Whether pages of this kind have a heading other than their title; their skeleton then shows no heading. */
export function hasOwnHeading(kind: Skeleton): boolean {
  return OWN_HEADINGS.has(kind);
}
