import { AccessTokenResponseSchema } from '@portal/staff-api/wire';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { callerIn } from '../../api/caller.ts';
import { Refusal } from '../../refusal.ts';
import { requires } from '../requires.ts';
import { savedToolToken, signToolToken } from '../../database/tool-token.ts';
import type { Services } from '../../services.ts';

/** `GET staff/access-token`: the caller's own token for tools. */
export function accessTokenRoutes(staff: ApiScope, api: Services): void {
  const { db, now } = api;
  const read = requires('read the own access token', {
    summary: 'The temporary token for tools that the last sign-in has saved',
    response: { 200: AccessTokenResponseSchema },
  });
  staff.get('/staff/access-token', read, async (request) => {
    const { id, identityId } = await callerIn(db, request);
    const saved = await savedToolToken(db, id, now());
    if (!saved) throw new Refusal(404, 'NO_TOKEN_SAVED');
    const token = await signToolToken(saved, identityId, api);
    return { data: { token, expiresAt: saved.expiresAt.toISOString() } };
  });
}
