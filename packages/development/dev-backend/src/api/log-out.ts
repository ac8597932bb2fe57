import { DoneResponseSchema } from '@portal/api/wire';
import { removeToolToken } from '../database/tool-token.ts';
import { callerIn } from './caller.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

/**
 * `GET account/logout`. The refresh token stays valid, because the portal still fetches an ID token with it. The
 * identity provider ends it together with the session. The token for tools ends at once.
 */
export function logOut(app: ApiScope, { db }: Services): void {
  const schema = { summary: 'Log out of the portal', response: { 200: DoneResponseSchema } };
  app.get('/account/logout', { schema, exposeHeadRoute: false }, async (request) => {
    const { identityId } = await callerIn(db, request);
    await removeToolToken(db, identityId);
    return { data: {} };
  });
}
