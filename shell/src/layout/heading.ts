import type { Skeleton } from '@portal/contract/declaration';

const OWN_HEADINGS: ReadonlySet<Skeleton> = new Set<Skeleton>(['table', 'message', 'sign-in']);

/** Whether the heading of such pages differs from their title; then their skeleton shows no heading. */
export function hasOwnHeading(kind: Skeleton): boolean {
  return OWN_HEADINGS.has(kind);
}
