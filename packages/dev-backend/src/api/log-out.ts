import { DoneResponseSchema } from '@portal/api/wire';
import { callerOf } from './caller.ts';
import type { ApiScope } from '@portal/node-kit/api-scope';

/**
 * `GET account/logout`. The refresh token stays valid, because the portal still fetches an ID token with it. The identity provider
 * ends it together with the session.
 */
export function logOut(app: ApiScope): void {
  const schema = { summary: 'Log out of the portal', response: { 200: DoneResponseSchema } };
  app.get('/account/logout', { schema, exposeHeadRoute: false }, (request) => {
    callerOf(request);
    return { data: {} };
  });
}
