import { DoneResponseSchema } from '@portal/api/wire';
import type { ApiScope } from '@portal/node-kit/api-scope';
import {
  DeleteLogsRequestSchema,
  LogCountResponseSchema,
  LogFilterSchema,
  LogsQuerySchema,
  LogsResponseSchema,
  ReasonRequestSchema,
} from '@portal/staff-api/wire';
import { eq } from 'drizzle-orm';
import { callerIn } from '../../api/caller.ts';
import { Refusal } from '../../refusal.ts';
import { logs } from '../../database/schema.ts';
import { forAct } from '../for-act.ts';
import { deleteLogs } from './delete-logs.ts';
import { downloadLog } from './download-log.ts';
import type { ApiParts } from '../../api-parts.ts';
import { matches } from './log-filter.ts';
import { logPage } from './log-pages.ts';
import { LogPathSchema } from './log-path.ts';

/** `staff/logs…`: the table, its count, and deletion. */
export function logRoutes(app: ApiScope, api: ApiParts): void {
  const { db } = api;
  app.get(
    '/staff/logs',
    forAct('list logs', {
      summary: 'A page of logs, the newest first',
      querystring: LogsQuerySchema,
      response: { 200: LogsResponseSchema },
    }),
    async ({ query }) => ({ data: await logPage(db, query) }),
  );
  app.post(
    '/staff/logs/count',
    forAct('list logs', {
      summary: 'How many logs a filter finds',
      body: LogFilterSchema,
      response: { 200: LogCountResponseSchema },
    }),
    (request) =>
      db.transaction(async (transaction) => {
        await callerIn(transaction, request);
        return { data: { count: await transaction.$count(logs, matches(request.body)) } };
      }),
  );
  app.post(
    '/staff/logs/delete',
    forAct('delete logs', {
      summary: 'Delete the logs that a filter finds, if there are as many as the caller believes',
      body: DeleteLogsRequestSchema,
      response: { 200: LogCountResponseSchema },
    }),
    async (request) => {
      const { filter, count, reason } = request.body;
      const deletion = { which: matches(filter), count, reason, request };
      await deleteLogs(db, deletion, () => new Refusal(400, 'COUNT_HAS_CHANGED'));
      return { data: { count } };
    },
  );
  app.post(
    '/staff/logs/:id/delete',
    forAct('delete logs', {
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
