import type { Skeleton } from '@portal/contract/declaration';

const OWN_HEADINGS: ReadonlySet<Skeleton> = new Set<Skeleton>(['table', 'message', 'sign-in']);

/** Pages of this shape greet, or say what happened, in their heading instead of repeating the title, so their skeleton leaves it open. */
export function hasOwnHeading(kind: Skeleton): boolean {
  return OWN_HEADINGS.has(kind);
}
