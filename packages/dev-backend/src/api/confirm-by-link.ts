import * as v from 'valibot';
import { redeemConfirmation } from '../database/mail-links.ts';
import type { ConfirmationUse } from '../database/mail-links.ts';
import type { Database } from '../database/open-database.ts';
import type { Settings } from '../options.ts';
import { portalAt } from '../request-origin.ts';
import type { ApiScope } from './valibot-schemas.ts';

/** Messages of the portal's page (specification, section 2). */
const SHOWN: Readonly<Record<ConfirmationUse['outcome'], string>> = {
  confirmed: 'account-confirmation',
  'already-confirmed': 'account-already-confirmed',
  failed: 'account-confirmation-error',
};

interface ConfirmByLink {
  readonly db: Database;
  readonly settings: Settings;
}

/**
 * `GET account/confirmation/{token}`: the link in the mail to a new address. Makes it the account's, once, and lands on the portal's page
 * that says what became of it. The token is all that it takes, and it is in the address: nothing of this may be cached or fetched ahead.
 */
export function confirmByLink(app: ApiScope, { db, settings }: ConfirmByLink): void {
  const schema = { hide: true, params: v.object({ token: v.string() }) };
  app.get('/account/confirmation/:token', { schema, exposeHeadRoute: false }, async (request, reply) => {
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow');
    if (String(request.headers['sec-purpose']).includes('prefetch')) return reply.code(403).send();
    const { outcome, portalOrigin } = await redeemConfirmation(db, request.params.token);
    return reply.redirect(`${portalAt(portalOrigin, settings)}/user-info?show=${SHOWN[outcome]}`, 303);
  });
}
