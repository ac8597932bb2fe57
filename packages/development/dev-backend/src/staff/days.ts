import { and, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Days such as "2026-11-26", of UTC, both inclusive; one that is missing does not restrict. */
interface Days {
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

/** Midnight, so many days after a day. The database reckons, because its days reach further than the texts of dates. */
const midnight = (day: string, later: number) =>
  sql`((${day}::date + ${later}::integer)::timestamp at time zone 'UTC')`;

/** Condition for rows whose time is within the days. */
export function isWithin(time: AnyPgColumn, { from, to }: Days): SQL | undefined {
  return and(
    typeof from === 'string' ? sql`${time} >= ${midnight(from, 0)}` : undefined,
    typeof to === 'string' ? sql`${time} < ${midnight(to, 1)}` : undefined,
  );
}
