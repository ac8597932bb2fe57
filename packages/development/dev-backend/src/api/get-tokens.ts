import { TokensResponseSchema, TokensRequestSchema } from '@portal/api/wire';
import { TokensRefusedError } from './identity-client.ts';
import { Refusal } from '../refusal.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

/**
 * `POST user/getTokens`: exchanges a refresh token for new tokens, and once more within 30 seconds. 401 if it is no
 * longer valid.
 */
export function getTokens(app: ApiScope, { client }: Services): void {
  const schema = {
    summary: 'New tokens for a refresh token',
    security: [],
    body: TokensRequestSchema,
    response: { 200: TokensResponseSchema },
  };
  app.post('/user/getTokens', { schema }, async (request) => {
    try {
      return await client.refresh(request.body.refreshToken);
    } catch (cause) {
      if (cause instanceof TokensRefusedError) throw new Refusal(401, 'REFRESH_TOKEN_REFUSED', { cause });
      throw cause;
    }
  });
}
