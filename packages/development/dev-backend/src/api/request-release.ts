import { DoneResponseSchema } from '@portal/api/wire';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/open-database.ts';
import { accounts, hubHolders } from '../database/schema.ts';
import { nameInMail } from '../mail/render-mail.ts';
import { mailTo } from '../database/mail-facts.ts';
import { getPortal } from '../request-origin.ts';
import { callerIn } from './caller.ts';
import type { Caller } from './caller.ts';
import { requireHubRole, HUB_PATH, HubPathSchema } from './hub-role.ts';
import type { HubPath } from './hub-role.ts';
import { Refusal } from '../refusal.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

const schema = {
  summary: "Ask a hub's owner by mail to release it (guests only)",
  params: HubPathSchema,
  response: { 200: DoneResponseSchema },
};

async function readOwner(db: Database, { serial, partNumber }: HubPath): Promise<Caller> {
  const isOwner = and(
    eq(hubHolders.serial, serial),
    eq(hubHolders.partNumber, partNumber),
    eq(hubHolders.role, 'owner'),
  );
  const [held] = await db
    .select({ account: accounts })
    .from(hubHolders)
    .innerJoin(accounts, eq(accounts.id, hubHolders.accountId))
    .where(isOwner);
  if (!held) throw new Refusal(404, 'HUB_NOT_FOUND');
  return held.account;
}

const getName = ({ firstName, lastName, email }: Caller) =>
  `${nameInMail([firstName, lastName].filter(Boolean).join(' '))} (${email})`;

/**
 * `GET hubs/{serial}+{partNumber}/release`: mails the owner, in the owner's language, a link that releases the hub. 404
 * for a hub that does not exist, 403 for its owner and for strangers (section 6), 429 for too many.
 */
export function requestRelease(app: ApiScope, { settings, outbox, mailLimit }: Services): void {
  // A HEAD would send the mail, too.
  app.get(`${HUB_PATH}/release`, { schema, exposeHeadRoute: false }, async (request) => {
    const { serial, partNumber } = request.params;
    await outbox.transaction(async (transaction) => {
      const guest = await callerIn(transaction, request);
      const { role } = await requireHubRole(transaction, request.params, guest.id);
      if (role !== 'guest') throw new Refusal(403, 'NOT_A_GUEST');
      const owner = await readOwner(transaction, request.params);
      mailLimit.count(guest.id, 'release-request', owner.email);
      const hub = { serial, partNumber, ownerId: owner.id, portalOrigin: getPortal(request, settings) };
      await outbox.add(transaction, mailTo(owner, { kind: 'release-request', guest: getName(guest), ...hub }));
    });
    return { data: {} };
  });
}
