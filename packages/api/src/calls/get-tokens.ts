import type { Tokens } from '@portal/session';
import { send } from '../transport.ts';
import { TokensResponseSchema } from '../wire.ts';

/** Fresh tokens for a refresh token, which is used up by that. A 401 here is final. @throws {CallError} */
export async function getTokens(refreshToken: string): Promise<Tokens> {
  const tokens = await send(
    { method: 'POST', path: 'user/getTokens', body: { refreshToken }, final401: true },
    TokensResponseSchema,
  );
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token, idToken: tokens.id_token };
}
