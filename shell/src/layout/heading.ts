import type { Skeleton } from '@portal/contract/declaration';

/** Pages of this shape greet in their heading instead of repeating the title, so their skeleton leaves it open. */
export function hasOwnHeading(kind: Skeleton): boolean {
  return kind === 'table' || kind === 'sign-in';
}
