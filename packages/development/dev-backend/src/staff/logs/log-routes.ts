import { DoneResponseSchema } from '@portal/api/wire';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import {
  DeleteLogsRequestSchema,
  LogsQuerySchema,
  LogsResponseSchema,
  ReasonRequestSchema,
  DownloadResponseSchema,
} from '@portal/staff-api/wire';
import { eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { callerIn } from '../../api/caller.ts';
import { Refusal } from '../../refusal.ts';
import { accounts, logs } from '../../database/schema.ts';
import { requires } from '../requires.ts';
import { logPage } from './log-pages.ts';
import { LogPathSchema, matches } from './log-filter.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../database/open-database.ts';
import { writeEntries } from '../journal/write-entries.ts';

/** `POST staff/logs/{id}/download`: an address for the browser, which cannot send a token with a download. */
function downloadLog(app: ApiScope, { db, settings, downloadLinks }: Services): void {
  const schema = {
    summary: 'An address that downloads a log, once, within a minute',
    params: LogPathSchema,
    response: { 200: DownloadResponseSchema },
  };
  app.post('/staff/logs/:id/download', requires('download a log', schema), async (request) => {
    const log = await db.transaction(async (transaction) => {
      const caller = await callerIn(transaction, request);
      const [found] = await transaction
        .select({ log: logs, accountId: accounts.id })
        .from(logs)
        .leftJoin(accounts, eq(accounts.id, logs.identifier))
        .where(eq(logs.id, request.params.id));
      if (!found) throw new Refusal(404, 'LOG_NOT_FOUND');
      // What an app has logged is the person's data.
      if (found.accountId !== null)
        await writeEntries(transaction, caller, [
          { action: 'log-downloaded', on: found.accountId, what: found.log.fileName },
        ]);
      return found.log;
    });
    return { data: { url: `${settings.url}/api/downloads/${downloadLinks.make({ log: log.id })}` } };
  });
}

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
