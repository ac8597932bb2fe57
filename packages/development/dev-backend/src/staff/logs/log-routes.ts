import { DoneResponseSchema } from '@portal/api/wire';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import {
  DeleteLogsRequestSchema,
  LogsQuerySchema,
  LogsResponseSchema,
  ReasonRequestSchema,
} from '@portal/staff-api/wire';
import { eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { callerIn } from '../../api/caller.ts';
import { Refusal } from '../../refusal.ts';
import { accounts, logs } from '../../database/schema.ts';
import { requires } from '../requires.ts';
import { downloadLog } from './download-log.ts';
import { logPage } from './log-pages.ts';
import { LogPathSchema, matches } from './log-filter.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../database/open-database.ts';
import { writeEntries } from '../journal/write-entries.ts';

/** How many entries of the journal are written at once: a statement has a limited number of values. */
const ENTRIES = 1000;

/** Who deletes which logs, and why. */
interface Deletion {
  readonly which: SQL | undefined;
  /** How many that are. */
  readonly count: number;
  readonly request: FastifyRequest;
  readonly reason: string;
}

/**
 * Deletes logs, and writes into the journal whose they were. Nothing changes if there are more or fewer of them.
 * @throws what `differs` makes
 */
async function deleteLogs(db: Database, deletion: Deletion, differs: (found: number) => Refusal): Promise<void> {
  const { which, count, request, reason } = deletion;
  await db.transaction(async (transaction) => {
    const by = await callerIn(transaction, request);
    const gone = transaction
      .$with('gone')
      .as(transaction.delete(logs).where(which).returning({ identifier: logs.identifier }));
    const counts = await transaction
      .with(gone)
      .select({ accountId: accounts.id, count: sql<number>`count(*)::integer` })
      .from(gone)
      .leftJoin(accounts, eq(accounts.id, gone.identifier))
      .groupBy(accounts.id);
    const found = counts.reduce((sum, each) => sum + each.count, 0);
    if (found !== count) throw differs(found);
    const entries = counts.flatMap(({ accountId, count: deleted }) =>
      accountId === null ? [] : [{ action: 'logs-deleted' as const, on: accountId, what: String(deleted), reason }],
    );
    for (let from = 0; from < entries.length; from += ENTRIES)
      await writeEntries(transaction, by, entries.slice(from, from + ENTRIES));
  });
}

/** `staff/logs…`: the table, downloads and deletion. */
export function logRoutes(app: ApiScope, api: Services): void {
  const { db } = api;
  app.get(
    '/staff/logs',
    requires('list logs', {
      summary: 'A page of logs, the newest first',
      querystring: LogsQuerySchema,
      response: { 200: LogsResponseSchema },
    }),
    async ({ query }) => ({ data: await logPage(db, query) }),
  );
  app.post(
    '/staff/logs/delete',
    requires('delete logs', {
      summary: 'Delete the logs that a filter finds, if there are as many as the caller believes',
      body: DeleteLogsRequestSchema,
      response: { 200: DoneResponseSchema },
    }),
    async (request) => {
      const { filter, count, reason } = request.body;
      const deletion = { which: matches(filter), count, reason, request };
      await deleteLogs(db, deletion, (found) => new Refusal(400, 'COUNT_HAS_CHANGED', { detail: String(found) }));
      return { data: {} };
    },
  );
  app.post(
    '/staff/logs/:id/delete',
    requires('delete logs', {
      summary: 'Delete a log',
      params: LogPathSchema,
      body: ReasonRequestSchema,
      response: { 200: DoneResponseSchema },
    }),
    async (request) => {
      const { params, body } = request;
      const which = eq(logs.id, params.id);
      const deletion = { which, count: 1, reason: body.reason, request };
      await deleteLogs(db, deletion, () => new Refusal(404, 'LOG_NOT_FOUND'));
      return { data: {} };
    },
  );
  downloadLog(app, api);
}
