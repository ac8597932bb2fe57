import { sql } from 'drizzle-orm';
import type { Transaction } from './add-person.ts';
import type { Database } from './open-database.ts';
import { dailyCounts } from './schema.ts';

/** What is counted for the statistics. */
export type Counted = (typeof dailyCounts.$inferSelect)['what'];

/** Counts that something has happened today (of UTC), without saying to whom. */
export async function countToday(db: Database | Transaction, what: Counted): Promise<void> {
  const day = new Date(Date.now()).toISOString().slice(0, 10);
  await db
    .insert(dailyCounts)
    .values({ day, what, count: 1 })
    .onConflictDoUpdate({
      target: [dailyCounts.day, dailyCounts.what],
      set: { count: sql`${dailyCounts.count} + 1` },
    });
}
