import { DoneResponseSchema } from '@portal/api/wire';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { canOverrule } from '@portal/staff-api/permissions';
import { DeletePersonRequestSchema, PersonPathSchema } from '@portal/staff-api/wire';
import { Refusal } from '../../refusal.ts';
import { isLastAdmin, lockAdmins } from '../../database/admins.ts';
import { deleteAccount } from '../../database/release-hub.ts';
import { mailTo } from '../../database/mail-facts.ts';
import { tellGuests } from '../../mail/tell-guests.ts';
import { getPortal } from '../../request-origin.ts';
import { requires } from '../requires.ts';
import { writeEntries } from '../journal/write-entries.ts';
import { runPersonAction } from './person.ts';
import type { Services } from '../../services.ts';

const route = requires('delete an account', {
  summary: 'Delete an account, release its hubs and, if asked for, the OBC account; mails tell the person and guests',
  params: PersonPathSchema,
  body: DeletePersonRequestSchema,
  response: { 200: DoneResponseSchema },
});

/** What happens to the account at the OBC system. */
function obcOutcome(obcId: string | null, deleteObcAccount: boolean): 'deleted' | 'kept' | undefined {
  if (obcId === null) return undefined;
  return deleteObcAccount ? 'deleted' : 'kept';
}

/**
 * `POST staff/people/{id}/delete`. The central identity stays (specification, section 4). There is no OBC system here:
 * the journal's entry is what remains of an OBC account.
 */
export function deletePerson(staff: ApiScope, work: Services): void {
  const { settings, outbox, uploads } = work;
  staff.post('/staff/people/:id/delete', route, async (request) => {
    const { id } = request.params;
    const { reason, deleteObcAccount } = request.body;
    await runPersonAction(work, { request, id, lock: lockAdmins }, async (transaction, account, caller) => {
      if (!canOverrule(account.roles, caller.roles)) return new Refusal(403, 'STAFF_ACCOUNT');
      if (await isLastAdmin(transaction, id)) return new Refusal(400, 'LAST_ADMIN');
      const obcAccount = obcOutcome(account.obcId, deleteObcAccount);
      const what = obcAccount === 'deleted' ? 'obc-account' : undefined;
      await writeEntries(transaction, caller, [{ action: 'deleted', on: id, what, reason }]);
      const guests = await deleteAccount(transaction, id);
      const released = guests.map(({ account: { id: on }, serial, partNumber }) => {
        return { action: 'hub-released', on, what: `${serial}+${partNumber}`, reason } as const;
      });
      if (released.length > 0) await writeEntries(transaction, caller, released);
      const portalOrigin = getPortal(request, settings);
      await tellGuests(outbox, transaction, { guests, portalOrigin });
      await outbox.add(transaction, mailTo(account, { kind: 'account-deleted', portalOrigin, obcAccount }));
      return undefined;
    });
    await uploads.removeStrays();
    return { data: {} };
  });
}
