import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { ReasonRequestSchema, StaffReleaseResponseSchema } from '@portal/staff-api/wire';
import { callerIn } from '../../api/caller.ts';
import { HUB_PATH, HubPathSchema } from '../../api/hub-role.ts';
import { Refusal } from '../../refusal.ts';
import { releaseForced } from '../../database/release-hub.ts';
import { mailTo } from '../../database/mail-facts.ts';
import { getPortal } from '../../request-origin.ts';
import { requires } from '../requires.ts';
import { writeEntries } from '../journal/write-entries.ts';
import type { Services } from '../../services.ts';

const route = requires('release a hub', {
  summary: 'Release a hub, whoever owns it; the owner and every guest are told by mail',
  params: HubPathSchema,
  body: ReasonRequestSchema,
  response: { 200: StaffReleaseResponseSchema },
});

/**
 * `POST staff/hubs/{serial}+{partNumber}/release`. 404 for a hub that is not activated. The journal has an entry on
 * everybody who held it.
 */
export function releaseHub(staff: ApiScope, { settings, outbox }: Services): void {
  staff.post(`/staff${HUB_PATH}/release`, route, async (request) => {
    const { serial, partNumber } = request.params;
    const { reason } = request.body;
    const told = await outbox.transaction(async (transaction) => {
      const caller = await callerIn(transaction, request);
      const holders = await releaseForced(transaction, { serial, partNumber });
      if (holders.length === 0) throw new Refusal(404, 'HUB_NOT_FOUND');
      const what = `${serial}+${partNumber}`;
      const entries = holders.map(({ account: { id } }) => ({ action: 'hub-released', on: id, what, reason }) as const);
      await writeEntries(transaction, caller, entries);
      const facts = { kind: 'hub-released', serial, partNumber, portalOrigin: getPortal(request, settings) } as const;
      for (const { account, role } of holders) await outbox.add(transaction, mailTo(account, { ...facts, role }));
      return holders.length;
    });
    return { data: { told } };
  });
}
