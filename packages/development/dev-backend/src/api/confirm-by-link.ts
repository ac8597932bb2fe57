import * as v from 'valibot';
import { redeemConfirmation } from '../database/mail-links.ts';
import type { ConfirmationUse } from '../database/mail-links.ts';
import { portalAt } from '../request-origin.ts';
import { recordLink } from './record-calls.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

/** The `show` values of the portal's page (specification, section 2). */
const SHOWN: Readonly<Record<ConfirmationUse['outcome'], string>> = {
  confirmed: 'account-confirmation',
  'already-confirmed': 'account-already-confirmed',
  failed: 'account-confirmation-error',
};

/**
 * `GET account/confirmation/{token}`: the link in the mail to a new address. Gives the account this address, once, and
 * redirects to the portal's page with the result. The token in the address is the only proof, so the answer must not be
 * cached or prefetched.
 */
export function confirmByLink(app: ApiScope, { db, settings }: Services): void {
  const schema = { hide: true, params: v.object({ token: v.string() }) };
  app.get('/account/confirmation/:token', { schema, exposeHeadRoute: false }, async (request, reply) => {
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow');
    if (String(request.headers['sec-purpose']).includes('prefetch')) return reply.code(403).send();
    const { outcome, accountId, portalOrigin } = await redeemConfirmation(db, request.params.token);
    if (outcome === 'confirmed') await recordLink(request, accountId, { db, settings });
    return reply.redirect(`${portalAt(portalOrigin, settings)}/user-info?show=${SHOWN[outcome]}`, 303);
  });
}
