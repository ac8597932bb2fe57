import * as v from 'valibot';
import { redeemReleaseLink } from '../database/mail-links.ts';
import { readAppearance } from '../pages/appearance.ts';
import { messagePage, pageHeaders, PORTAL_BRAND, sendPage } from '../pages/layout.ts';
import { PAGE_TEXTS } from '../pages/texts.ts';
import { portalAt } from '../request-origin.ts';
import { recordLink } from './record-calls.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

/**
 * `GET hubs/release/{token}`: the link in the mail to a hub's owner. Releases the hub, once, and redirects to the
 * portal's page that confirms it (specification, section 2). The token in the address is the only proof, so this page
 * must not be cached or prefetched, and its address must not be sent to another site.
 */
export function releaseByLink(app: ApiScope, { db, settings }: Services): void {
  const schema = { hide: true, params: v.object({ token: v.string() }) };
  const headers = { ...pageHeaders(settings), 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' };
  // No HEAD: mail scanners that only look must not release anything.
  app.get('/hubs/release/:token', { schema, exposeHeadRoute: false }, async (request, reply) => {
    reply.headers(headers);
    if (String(request.headers['sec-purpose']).includes('prefetch')) return reply.code(403).send();
    const appearance = readAppearance(request.headers);
    const texts = PAGE_TEXTS[appearance.language];
    const link = { href: `${settings.portalOrigins[0]}/settings`, label: texts.toPortal };
    const common = { ...appearance, link, brand: PORTAL_BRAND };
    const use = await redeemReleaseLink(db, request.params.token);
    if (use.outcome === 'unknown') return sendPage(reply, 404, messagePage({ ...common, ...texts.unknownReleaseLink }));
    if (use.outcome === 'expired') return sendPage(reply, 410, messagePage({ ...common, ...texts.expiredReleaseLink }));
    if (use.outcome === 'released') await recordLink(request, use.ownerId, { db, settings });
    const show = use.outcome === 'released' ? 'hub-release' : 'hub-already-released';
    return reply.redirect(`${portalAt(use.portalOrigin, settings)}/user-info?show=${show}`, 303);
  });
}
