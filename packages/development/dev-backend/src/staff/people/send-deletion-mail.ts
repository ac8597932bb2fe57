import { DoneResponseSchema } from '@portal/api/wire';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { PersonPathSchema, ReasonRequestSchema } from '@portal/staff-api/wire';
import { mailTo } from '../../database/mail-facts.ts';
import { getPortal } from '../../request-origin.ts';
import { requires } from '../requires.ts';
import { writeEntries } from '../journal/write-entries.ts';
import { runPersonAction } from './person.ts';
import type { Services } from '../../services.ts';

const route = requires('send the deletion e-mail', {
  summary: 'Mail a person the way to delete the account',
  params: PersonPathSchema,
  body: ReasonRequestSchema,
  response: { 200: DoneResponseSchema },
});

/**
 * `POST staff/people/{id}/deletion-mail`. The link leads to the page that every customer has; only the person deletes
 * anything.
 */
export function sendDeletionMail(staff: ApiScope, work: Services): void {
  const { settings, outbox, mailLimit } = work;
  staff.post('/staff/people/:id/deletion-mail', route, async (request) => {
    const { id } = request.params;
    const { reason } = request.body;
    await runPersonAction(work, { request, id }, async (transaction, account, caller) => {
      mailLimit.countReceiver('deletion-mail', account.email);
      await writeEntries(transaction, caller, [{ action: 'deletion-mail-sent', on: id, reason }]);
      const facts = { kind: 'deletion-mail', portalOrigin: getPortal(request, settings) } as const;
      await outbox.add(transaction, mailTo(account, facts));
    });
    return { data: {} };
  });
}
