import { FALLBACK_LANGUAGE, parseLanguage } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import { can } from '@portal/staff-api/permissions';
import type { FastifyRequest } from 'fastify';
import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import type { JSONWebKeySet, JWTPayload } from 'jose';
import { readAccount } from '../database/accounts.ts';
import type { Account } from '../database/accounts.ts';
import type { Database } from '../database/open-database.ts';
import type { IssuedTokens } from '../identity/issued-tokens.ts';
import type { Keys } from '../keys.ts';
import { API_SCOPE } from '../identity/provider.ts';
import type { Settings } from '../options.ts';
import { savedToolToken, TOOL_SCOPE } from '../database/tool-token.ts';
import { Refusal } from '../refusal.ts';

/** The account that a request belongs to. */
export type Caller = Account;

const identities = new WeakMap<FastifyRequest, string>();

/** The identity of a request, if it has passed `authenticate`. */
export function identityIn(request: FastifyRequest): string | undefined {
  return identities.get(request);
}

/** @throws {Refusal} 403 if the call is for staff, and the account has none of the roles for it. */
function requireRole({ routeOptions }: FastifyRequest, { roles }: Account): void {
  const { permission } = routeOptions.config;
  if (permission !== undefined && !can(permission, roles)) throw new Refusal(403, 'ROLE_MISSING');
}

/**
 * The account of a request that has passed `authenticate`, as it is now: a sender may hold back the body until account,
 * password or role are others. Acts read it in their transaction. @throws {Refusal} 401 without the account, 403
 * without a role for the call
 */
export async function callerIn(db: Database, request: FastifyRequest): Promise<Caller> {
  const account = await readAccount(db, identityIn(request));
  if (!account) throw new Refusal(401, 'NO_ACCOUNT');
  requireRole(request, account);
  return account;
}

function publicKeys({ signing }: Keys): JSONWebKeySet {
  const { d: _private, ...key } = signing;
  return { keys: [key] };
}

/** Options for the check of a token. */
interface TokenRules {
  readonly keys: Keys;
  readonly issuedTokens: IssuedTokens;
  readonly settings: Settings;
  readonly now: () => number;
}

/**
 * A hook that requires a valid access token for this API, with the call's scope, and an existing account with a role
 * for it. @throws {Refusal} 401, 403
 */
export function authenticate(db: Database, { keys, issuedTokens, settings, now }: TokenRules) {
  const { issuer, apiAudience } = settings;
  const findKey = createLocalJWKSet(publicKeys(keys));

  async function verified(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, findKey, {
        issuer,
        audience: apiAudience,
        algorithms: ['ES256'],
        typ: 'at+jwt',
        requiredClaims: ['exp'],
      });
      if (issuedTokens.isExpired(payload.jti)) throw new Refusal(401, 'ERR_JWT_EXPIRED');
      return payload;
    } catch (cause) {
      if (cause instanceof errors.JOSEError) throw new Refusal(401, cause.code, { cause });
      throw cause;
    }
  }

  return async (request: FastifyRequest): Promise<void> => {
    const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
    if (scheme?.toLowerCase() !== 'bearer' || token === undefined) throw new Refusal(401, 'NOT_AUTHENTICATED');
    const { sub, jti, scope } = await verified(token);
    const account = await readAccount(db, sub);
    if (!account) throw new Refusal(401, 'NO_ACCOUNT');
    const scopes = typeof scope === 'string' ? scope.split(' ') : [];
    if (scopes.includes(TOOL_SCOPE)) {
      const saved = await savedToolToken(db, account.id, now());
      if (saved?.tokenId !== jti) throw new Refusal(401, 'TOKEN_ENDED');
    }
    const isForStaff = request.routeOptions.config.permission !== undefined;
    const isCovered = scopes.includes(API_SCOPE) || (isForStaff && scopes.includes(TOOL_SCOPE));
    if (!isCovered) throw new Refusal(403, 'SCOPE_MISSING');
    if (sub !== undefined) identities.set(request, sub);
    requireRole(request, account);
  };
}

/** Language of a mail to the caller: the account's language, else the browser's first one. */
export function mailLanguage({ language }: Account, { headers }: FastifyRequest): Language {
  const [browser] = headers['accept-language']?.split(/[,;]/) ?? [];
  return parseLanguage(language) ?? parseLanguage(browser) ?? FALLBACK_LANGUAGE;
}
