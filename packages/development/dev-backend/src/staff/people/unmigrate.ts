import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { canOverrule } from '@portal/staff-api/permissions';
import { PersonPathSchema, PersonResponseSchema, ReasonRequestSchema } from '@portal/staff-api/wire';
import { eq } from 'drizzle-orm';
import { Refusal } from '../../refusal.ts';
import { accounts } from '../../database/schema.ts';
import { getPortal } from '../../request-origin.ts';
import { mailTo } from '../../database/mail-facts.ts';
import { requires } from '../requires.ts';
import { writeEntries } from '../journal/write-entries.ts';
import { changePerson } from './person.ts';
import type { Services } from '../../services.ts';

const route = requires('unmigrate an account', {
  summary: 'Take an account off single sign-on; a mail has the link that sets its own password',
  params: PersonPathSchema,
  body: ReasonRequestSchema,
  response: { 200: PersonResponseSchema },
});

/**
 * `POST staff/people/{id}/unmigrate`. The person still signs in with the identity; the account has an address and a
 * password of its own.
 */
export function unmigrate(staff: ApiScope, work: Services): void {
  const { settings, outbox } = work;
  staff.post('/staff/people/:id/unmigrate', route, async (request) => {
    const { id } = request.params;
    const { reason } = request.body;
    return changePerson(work, { request, id }, async (transaction, account, caller) => {
      if (!canOverrule(account.roles, caller.roles)) return new Refusal(403, 'STAFF_ACCOUNT');
      if (!account.usesSingleSignOn) return new Refusal(400, 'NOT_MIGRATED');
      await writeEntries(transaction, caller, [{ action: 'unmigrated', on: id, reason }]);
      await transaction.update(accounts).set({ usesSingleSignOn: false }).where(eq(accounts.id, id));
      const portalOrigin = getPortal(request, settings);
      await outbox.add(transaction, mailTo(account, { kind: 'account-password', accountId: id, portalOrigin }));
      return undefined;
    });
  });
}
