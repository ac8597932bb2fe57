import type { Access } from '@portal/release/access';
import { describeWanted, isKnown } from '@portal/release/access/allows';
import type { Identity } from '@portal/release/access/allows';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusal, RefusedError } from '@portal/release/refusal';
import type { AccessTokens } from '../tokens/access-tokens.ts';
import { AuthError } from '../tokens/auth-error.ts';
import type { Nonces } from '../tokens/nonces.ts';
import { acceptProof } from '../tokens/proofs.ts';
import { ServiceProblem } from '../problem.ts';
import type { AccessRules } from './access-rules.ts';
import { Caller, wantedRemedy } from './caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent it; set by `authenticate` before anything else runs, null on open routes. Take it with `getCaller`. */
    caller: Caller | null;
  }
}

interface AuthenticationOptions {
  /** Of the service, as clients know it: "https://releases.example.com". */
  readonly origin: string;
  readonly rules: AccessRules;
  readonly tokens: AccessTokens;
  readonly nonces: Nonces;
}

/** Headers that must not come twice: Node would silently take the first one, and a proxy perhaps the last. */
const ONCE = new Set(['authorization', 'dpop', 'content-type', 'content-length']);

/** @throws {ServiceProblem} when a header comes twice that must not. */
export function refuseDoubledHeaders({ raw }: FastifyRequest): void {
  const seen = new Set<string>();
  for (const [index, each] of raw.rawHeaders.entries()) {
    const name = each.toLowerCase();
    if (index % 2 === 1 || !ONCE.has(name)) continue;
    if (seen.has(name)) throw new ServiceProblem(400, 'usage', `The header "${name}" comes twice.`);
    seen.add(name);
  }
}

/** The text of a header, if there is one. */
export function findHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function getToken(request: FastifyRequest): string {
  const [scheme, token, ...rest] = (findHeader(request, 'authorization') ?? '').split(' ');
  if (scheme === '' || scheme === undefined)
    throw new AuthError('invalid_token', 'The request has no access token.', 'Get one: POST /token.');
  if (scheme.toLowerCase() !== 'dpop' || token === undefined || token === '' || rest.length > 0)
    throw new AuthError(
      'invalid_token',
      'The request has another authorization than "DPoP" and an access token.',
      'A bearer token alone proves nothing; see RFC 9449.',
    );
  return token;
}

/** Lets only requests through whose access token and DPoP proof hold, and whose identity a rule names. */
export function authenticate(app: FastifyInstance, { origin, rules, tokens, nonces }: AuthenticationOptions): void {
  async function setCaller(request: FastifyRequest, identity: Identity, expires: number): Promise<void> {
    const access = await rules.current();
    request.caller = new Caller(identity, access, expires);
    if (!isKnown(access, identity)) throw unknownIdentity(access, identity);
  }

  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    void reply.header('dpop-nonce', nonces.current());
    const token = getToken(request);
    const { identity, thumbprint, expires } = await tokens.verify(token);
    const path = request.url.split('?')[0] ?? '';
    if (!path.startsWith('/'))
      throw new ServiceProblem(400, 'usage', 'The request is one to a proxy: name a path alone.');
    const proven = { method: request.method, address: `${origin}${path}`, accessToken: token };
    const key = await acceptProof(findHeader(request, 'dpop'), proven, nonces);
    if (key !== thumbprint)
      throw new AuthError(
        'invalid_token',
        'The access token is bound to another key than that of the proof.',
        'Use the key that got it.',
      );
    await setCaller(request, identity, expires);
  });
  // A sender may hold the body back until other rules count.
  app.addHook('preHandler', async (request: FastifyRequest) => {
    const { identity, expires } = getCaller(request);
    await setCaller(request, identity, expires);
  });
}

/**
 * The refusal for somebody whom no rule names. A pipeline hears its subject, and what the rules for its project want.
 */
export function unknownIdentity(access: Access, identity: Identity): RefusedError {
  const { kind, name, subject } = identity;
  const wanted = describeWanted(access, identity);
  return new RefusedError([
    refusal(
      'not-allowed',
      [kind === 'pipeline' ? `${name} as "${subject}"` : name, wanted ?? 'the access rules'],
      `No access rule names ${name}${kind === 'pipeline' ? ` as "${subject}"` : ''}.`,
      wanted ? wantedRemedy(wanted) : 'Ask whoever keeps the access rules.',
    ),
  ]);
}

/** Who sent a request. @throws {Error} on a route without `authenticate`: a bug. */
export function getCaller({ caller }: FastifyRequest): Caller {
  if (caller) return caller;
  throw new Error('this route needs no access token');
}
