import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { JOURNAL_PAGE_SIZE, JournalQuerySchema, JournalResponseSchema } from '@portal/staff-api/wire';
import { and, asc, desc, eq, gt, lt } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Database } from '../../database/open-database.ts';
import { journal } from '../../database/schema.ts';
import { isWithin } from '../days.ts';
import { requires } from '../requires.ts';
import type { Services } from '../../services.ts';

type JournalQuery = v.InferOutput<typeof JournalQuerySchema>;

function matching({ action, by, on, from, to, after, before }: JournalQuery): SQL | undefined {
  return and(
    action === undefined ? undefined : eq(journal.action, action),
    by === undefined ? undefined : eq(journal.byId, by),
    on === undefined ? undefined : eq(journal.onId, on),
    isWithin(journal.at, { from, to }),
    after === undefined ? undefined : lt(journal.id, Number(after)),
    before === undefined ? undefined : gt(journal.id, Number(before)),
  );
}

/** An entry as the API tells it. */
export function toEntry({ id, at, byId, byEmail, onId, action, what, reason }: typeof journal.$inferSelect) {
  return {
    id: String(id),
    at: at.toISOString(),
    action,
    by: { id: byId, email: byEmail },
    on: onId,
    what,
    reason,
  };
}

const route = requires('read the journal', {
  summary: 'What staff did with the data of people, the newest first, a page at a time',
  querystring: JournalQuerySchema,
  response: { 200: JournalResponseSchema },
});

/** The entries of a page, the newest first, and whether there are more in the direction of reading. */
async function readPage(db: Database, query: JournalQuery) {
  const isForward = query.before === undefined;
  const rows = await db
    .select()
    .from(journal)
    .where(matching(query))
    .orderBy(isForward ? desc(journal.id) : asc(journal.id))
    .limit(JOURNAL_PAGE_SIZE + 1);
  const page = rows.slice(0, JOURNAL_PAGE_SIZE);
  return { page: isForward ? page : page.toReversed(), hasMore: rows.length > page.length, isForward };
}

/**
 * `GET staff/journal`. `data.next` continues after the last entry of a page, and `data.previous` before its first one,
 * whatever is written meanwhile. Against the direction of reading there is always the page from which somebody came.
 */
export function readJournal(staff: ApiScope, { db }: Services): void {
  staff.get('/staff/journal', route, async ({ query }) => {
    const { page, hasMore, isForward } = await readPage(db, query);
    const newest = page.at(0);
    const oldest = page.at(-1);
    const hasNewer = isForward ? query.after !== undefined : hasMore;
    return {
      data: {
        entries: page.map(toEntry),
        previous: newest && hasNewer ? String(newest.id) : null,
        next: oldest && (hasMore || !isForward) ? String(oldest.id) : null,
      },
    };
  });
}
