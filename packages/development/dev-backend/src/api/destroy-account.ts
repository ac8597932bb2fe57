import { DoneResponseSchema, DestroyRequestSchema, WRONG_PASSWORD } from '@portal/api/wire';
import type { AttemptLimits } from '../attempts/attempt-limits.ts';
import { isLastAdmin } from '../database/admins.ts';
import { deleteAccount, deleteAccountPartially } from '../database/release-hub.ts';
import { mailTo } from '../database/mail-facts.ts';
import { tellGuests } from '../mail/tell-guests.ts';
import { getPortal } from '../request-origin.ts';
import { callerIn, mailLanguage } from './caller.ts';
import type { Caller } from './caller.ts';
import { isAccountPassword } from './check-password.ts';
import { Refusal } from '../refusal.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

const schema = {
  summary: 'Delete the account and release its hubs; error code 3000022 is a wrong password',
  body: DestroyRequestSchema,
  response: { 200: DoneResponseSchema },
};

/** Users on single sign-on have no password here and send an empty one. */
async function checkPassword(
  caller: Caller,
  entered: { readonly password: string; readonly address: string },
  limits: AttemptLimits,
): Promise<void> {
  const isRight = caller.usesSingleSignOn ? entered.password === '' : await isAccountPassword(caller, entered, limits);
  if (!isRight) throw new Refusal(400, 'WRONG_PASSWORD', { code: WRONG_PASSWORD });
}

/**
 * `POST account/destroy`: deletes the account and everything it holds; the central identity stays (specification,
 * section 4), and guests of its hubs are told. A deletion that stops half-way has the same answer, and the user gets a mail about it.
 */
export function destroyAccount(app: ApiScope, services: Services): void {
  const { db, settings, outbox, limits, behaviours, uploads } = services;
  app.post('/account/destroy', { schema }, async (request) => {
    const caller = await callerIn(db, request);
    await checkPassword(caller, { password: request.body.password, address: request.ip }, limits);
    const portalOrigin = getPortal(request, settings);
    if (!behaviours.deletesPartially(caller.identityId)) {
      await outbox.transaction(async (transaction) => {
        if (await isLastAdmin(transaction, caller.id)) throw new Refusal(400, 'LAST_ADMIN');
        await tellGuests(outbox, transaction, { guests: await deleteAccount(transaction, caller.id), portalOrigin });
      });
      await uploads.removeStrays();
      return { data: {} };
    }
    const facts = { kind: 'deletion-failed', portalOrigin } as const;
    await outbox.transaction(async (transaction) => {
      const guests = await deleteAccountPartially(transaction, caller.id);
      await tellGuests(outbox, transaction, { guests, portalOrigin });
      await outbox.add(transaction, mailTo(caller, facts, mailLanguage(caller, request)));
    });
    return { data: {} };
  });
}
