import { TokensResponseSchema } from '@portal/contract/wire';
import { getOperation, readResponse, request } from './http.ts';
import type { Call } from './http.ts';
import type { Tokens } from './tokens.ts';

/**
 * Exchanges a refresh token for new tokens; providers may accept it only once. A 401 here is final.
 * @throws {CallError}
 */
export async function requestTokens(refreshToken: string, accessToken: string | undefined): Promise<Tokens> {
  const call: Call = { method: 'POST', path: 'user/getTokens', body: { refreshToken } };
  const tokens = await readResponse(getOperation(call), await request(call, accessToken), TokensResponseSchema);
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token, idToken: tokens.id_token };
}
