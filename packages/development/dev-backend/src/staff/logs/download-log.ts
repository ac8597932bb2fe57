import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { LogDownloadResponseSchema } from '@portal/staff-api/wire';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { callerIn } from '../../api/caller.ts';
import { Refusal } from '../../refusal.ts';
import { accounts, logs } from '../../database/schema.ts';
import { requires } from '../requires.ts';
import { writeEntries } from '../journal/write-entries.ts';
import { LogPathSchema } from './log-filter.ts';
import { sampleLog } from './sample-log.ts';
import type { Services } from '../../services.ts';

/** The log is a file and nothing else: it runs nothing, and no page shows it. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** `POST staff/logs/{id}/download`: an address for the browser, which cannot send a token with a download. */
export function downloadLog(app: ApiScope, { db, settings, logLinks }: Services): void {
  const schema = {
    summary: 'An address that downloads a log, once, within a minute',
    params: LogPathSchema,
    response: { 200: LogDownloadResponseSchema },
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
    return { data: { url: `${settings.url}/api/log-downloads/${logLinks.make(log.id)}` } };
  });
}

const attachment = (fileName: string) =>
  `attachment; filename*=UTF-8''${encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;

/** `GET log-downloads/{token}`: open to whoever has the address. */
export function downloadByLink(app: ApiScope, { db, logLinks }: Services): void {
  const schema = {
    summary: 'A log, by the address that staff got for it',
    security: [],
    params: v.object({ token: v.string() }),
    response: { 200: { description: 'The log', content: { 'text/plain': { schema: v.unknown() } } } },
  };
  // No HEAD, which would use the link up.
  app.get('/log-downloads/:token', { schema, exposeHeadRoute: false }, async (request, reply) => {
    const id = logLinks.use(request.params.token);
    const [log] = id === undefined ? [] : await db.select().from(logs).where(eq(logs.id, id));
    if (!log) throw new Refusal(404, 'LINK_NOT_VALID');
    return reply
      .headers({ ...HEADERS, 'content-disposition': attachment(log.fileName) })
      .type('text/plain; charset=utf-8')
      .send(sampleLog(log));
  });
}
