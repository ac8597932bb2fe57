import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { DownloadResponseSchema } from '@portal/staff-api/wire';
import { eq } from 'drizzle-orm';
import { callerIn } from '../../api/caller.ts';
import { Refusal } from '../../refusal.ts';
import { accounts, logs } from '../../database/schema.ts';
import { requires } from '../requires.ts';
import { writeEntries } from '../journal/write-entries.ts';
import { LogPathSchema } from './log-filter.ts';
import type { Services } from '../../services.ts';

/** `POST staff/logs/{id}/download`: an address for the browser, which cannot send a token with a download. */
export function downloadLog(app: ApiScope, { db, settings, downloadLinks }: Services): void {
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
