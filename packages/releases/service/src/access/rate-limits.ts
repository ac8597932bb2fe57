import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceProblem } from '../problem.ts';

/** Requests within a minute. */
export interface Limits {
  /** Of one address (a network of IPv6), whoever it is. */
  readonly address: number;
  /** Exchanges of tokens by one address. */
  readonly exchanges: number;
  /** Of one identity, reads and uploads included: a version has up to a thousand files. */
  readonly identity: number;
  /** Changes that one identity asks for. */
  readonly changes: number;
}

export const LIMITS: Limits = { address: 20_000, exchanges: 60, identity: 10_000, changes: 60 };

type Check = (request: FastifyRequest) => Promise<void>;

export type RateLimits = Readonly<Record<keyof Limits, Check>>;

const WHO: Readonly<Record<keyof Limits, string>> = {
  address: 'This address sends too many requests',
  exchanges: 'This address exchanges too many tokens',
  identity: 'This identity sends too many requests',
  changes: 'This identity asks for too many changes',
};

/** Counts requests by address and by identity; each check refuses with 429 what is over its limit. */
export async function rateLimits(app: FastifyInstance, limits: Limits): Promise<RateLimits> {
  await app.register(rateLimit, { global: false });
  const check = (name: keyof Limits, key?: (request: FastifyRequest) => string): Check => {
    const count = app.createRateLimit({ max: limits[name], timeWindow: 60_000, ...(key && { keyGenerator: key }) });
    return async (request) => {
      const answer = await count(request);
      if (answer.isAllowed || !answer.isExceeded) return;
      const seconds = answer.ttlInSeconds;
      const detail = `${WHO[name]}: ${String(limits[name])} within a minute are allowed. Try again in ${String(seconds)} s.`;
      throw new ServiceProblem(429, 'busy', detail, seconds);
    };
  };
  const identity = ({ caller }: FastifyRequest) => `${caller?.identity.issuer ?? ''} ${caller?.identity.subject ?? ''}`;
  return {
    address: check('address'),
    exchanges: check('exchanges'),
    identity: check('identity', identity),
    changes: check('changes', identity),
  };
}
