import { StatisticsQuerySchema, StatisticsResponseSchema } from '@portal/staff-api/wire';
import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Database } from '../../database/open-database.ts';
import { accounts, dailyCounts, hubHolders, hubs } from '../../database/schema.ts';
import { requires } from '../requires.ts';
import type { Services } from '../../services.ts';

const DAY = 86_400_000;

/** Of the accounts that can be used. */
async function accountCounts(db: Database) {
  const [counts] = await db
    .select({
      all: count(),
      confirmed: count(accounts.confirmedAt),
      migrated: sql`count(*) filter (where ${accounts.usesSingleSignOn})`.mapWith(Number),
    })
    .from(accounts)
    .where(isNull(accounts.deletionFailedAt));
  return counts ?? { all: 0, confirmed: 0, migrated: 0 };
}

async function hubCounts(db: Database) {
  const held = and(eq(hubHolders.serial, hubs.serial), eq(hubHolders.partNumber, hubs.partNumber));
  const all = sql`count(distinct (${hubs.serial}, ${hubs.partNumber}))`;
  return await db
    .select({
      type: hubs.type,
      guests: sql`count(*) filter (where ${hubHolders.role} = 'guest')`.mapWith(Number),
      shared: sql`${all} filter (where ${hubs.sharingMode} = 'public')`.mapWith(Number),
      all: all.mapWith(Number),
    })
    .from(hubs)
    .leftJoin(hubHolders, held)
    .groupBy(hubs.type)
    .orderBy(hubs.type);
}

/** What happened on each of the days until today. */
async function dayCounts(db: Database, days: number, now: number) {
  const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);
  const [first, last] = [dayAt(now - (days - 1) * DAY), dayAt(now)];
  const getCount = (what: (typeof dailyCounts.$inferSelect)['what']) =>
    sql`coalesce(sum(${dailyCounts.count}) filter (where ${eq(dailyCounts.what, what)}), 0)`.mapWith(Number);
  return await db
    .select({
      day: sql`to_char(days.day, 'YYYY-MM-DD')`.mapWith(String),
      signIns: getCount('sign-in'),
      owner: getCount('release-by-owner'),
      link: getCount('release-by-link'),
      staff: getCount('release-by-staff'),
    })
    .from(sql`generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') as days(day)`)
    .leftJoin(dailyCounts, sql`${dailyCounts.day} = days.day::date`)
    .groupBy(sql`days.day`)
    .orderBy(sql`days.day`);
}

/** `GET staff/statistics?days=7|30|91`. The database counts; nothing says who it was. */
export function statisticsRoutes(staff: ApiScope, { db, now }: Services): void {
  const read = requires('read statistics', {
    summary: 'How many accounts and hubs there are, and what happened on each of the last days',
    querystring: StatisticsQuerySchema,
    response: { 200: StatisticsResponseSchema },
  });
  staff.get('/staff/statistics', read, async ({ query }) => {
    const days = await dayCounts(db, query.days, now());
    return {
      data: {
        accounts: await accountCounts(db),
        hubs: await hubCounts(db),
        releases: days.map(({ signIns: _signIns, ...releases }) => releases),
        signIns: days.map(({ day, signIns }) => ({ day, count: signIns })),
      },
    };
  });
}
