import formbody from '@fastify/formbody';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { isKnown } from '@portal/release/access/allows';
import { ACCESS_TOKEN, SignInSchema, TokenAnswerSchema, TokenRequestSchema } from '@portal/release/service-api/token';
import type { AccessRules } from '../access/access-rules.ts';
import { nameInLog } from '../access/caller.ts';
import { findHeader, unknownIdentity } from '../access/authenticate.ts';
import type { RateLimits } from '../access/rate-limits.ts';
import type { ServiceLog } from '../service-event.ts';
import type { AccessTokens } from '../tokens/access-tokens.ts';
import { ServiceProblem } from '../problem.ts';
import { AuthError } from '../tokens/auth-error.ts';
import type { Bindings } from '../tokens/bindings.ts';
import type { Issuers } from '../tokens/issuers.ts';
import type { Nonces } from '../tokens/nonces.ts';
import { acceptProof } from '../tokens/proofs.ts';

interface TokenRouteOptions {
  readonly origin: string;
  readonly rules: AccessRules;
  readonly issuers: Issuers;
  readonly tokens: AccessTokens;
  readonly nonces: Nonces;
  readonly bindings: Bindings;
  readonly limits: RateLimits;
  readonly events: ServiceLog;
}

/** An ID token has some 2,000 characters. */
const MAX_BODY_BYTES = 32_768;

/** `GET /sign-in`: the identity provider of people, which the release command asks for before it has a token. */
export function signInRoute(app: ApiScope, rules: AccessRules): void {
  app.get(
    '/sign-in',
    {
      schema: {
        summary: 'The issuer where people sign in, and the client id of the release command there.',
        security: [],
        response: { 200: SignInSchema },
      },
    },
    async () => {
      const { issuers } = await rules.current();
      for (const { kind, issuer, audiences, command: clientId = 'release-command' } of issuers)
        if (kind === 'person' && audiences.includes(clientId)) return { issuer, clientId };
      throw new ServiceProblem(
        404,
        'missing',
        'No issuer of people in the access rules has the audience of the command. Ask whoever keeps them to add it.',
      );
    },
  );
}

/**
 * `POST /token`: a token of an issuer for an access token that is bound to the key of the proof (RFC 8693, RFC 9449).
 */
export async function tokenRoute(app: ApiScope, options: TokenRouteOptions): Promise<void> {
  const { origin, rules, issuers, tokens, nonces, bindings, limits, events } = options;
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: MAX_BODY_BYTES });
  app.addHook('onRequest', limits.exchanges);
  app.post(
    '/token',
    {
      schema: {
        summary: 'Exchanges the ID token of a person or of a CI job for an access token of ten minutes at most.',
        description: 'With a DPoP proof, but without an access token yet.',
        consumes: ['application/x-www-form-urlencoded'],
        security: [],
        body: TokenRequestSchema,
        response: { 200: TokenAnswerSchema },
      },
    },
    async (request, reply) => {
      void reply.header('dpop-nonce', nonces.current());
      const proven = { method: 'POST', address: `${origin}/token` };
      const key = await acceptProof(findHeader(request, 'dpop'), proven, nonces);
      const access = await rules.current();
      const { identity, expires, hash } = await issuers.verify(request.body.subject_token, access);
      if (!isKnown(access, identity)) throw unknownIdentity(access, identity);
      if (!bindings.bind(hash, key, expires))
        throw new AuthError(
          'invalid_token',
          'The token was used before, with another key.',
          'Get a new one from the issuer. If it was not you, somebody has copied it.',
        );
      const { token, seconds } = await tokens.issue(identity, key, expires);
      events.record(request, { event: 'signed-in', who: nameInLog(identity) });
      return {
        access_token: token,
        issued_token_type: ACCESS_TOKEN,
        token_type: 'DPoP',
        expires_in: seconds,
      } as const;
    },
  );
}
