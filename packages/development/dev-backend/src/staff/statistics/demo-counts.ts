import type { Transaction } from '../../database/add-person.ts';
import { dailyCounts } from '../../database/schema.ts';

const DAY = 86_400_000;
const DAYS = 91;
/** How many people sign in on a day of the week, from Sunday on. */
const SIGN_INS = [61, 34, 29, 31, 33, 40, 68] as const;

/** How far a count is from the usual one, the same at every first start. */
const deviation = (ago: number, most: number) => (ago * 7919) % (most + 1);

function getCounts(today: number, ago: number): readonly (typeof dailyCounts.$inferInsert)[] {
  const date = new Date(today - ago * DAY);
  const day = date.toISOString().slice(0, 10);
  const usual = SIGN_INS[date.getUTCDay()] ?? 0;
  // More people from week to week.
  const signIns = usual + Math.floor((DAYS - ago) / 6) + deviation(ago, 12);
  const isWeekend = date.getUTCDay() % 6 === 0;
  return [
    { day, what: 'sign-in', count: signIns },
    { day, what: 'release-by-owner', count: deviation(ago, 4) + (isWeekend ? 2 : 0) },
    { day, what: 'release-by-link', count: deviation(ago, 2) },
    { day, what: 'release-by-staff', count: isWeekend ? 0 : deviation(ago, 1) },
  ];
}

/** Puts counts for the demo's past 91 days, the last of which is today, into an empty database. */
export async function addDemoCounts(transaction: Transaction, now: number): Promise<void> {
  const days = Array.from({ length: DAYS }, (_, ago) => getCounts(now, ago)).flat();
  await transaction.insert(dailyCounts).values(days.filter(({ count }) => count > 0));
}
