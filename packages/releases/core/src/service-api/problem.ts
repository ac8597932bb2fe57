import { SettingError } from '@portal/node-kit/settings';
import * as v from 'valibot';
import { toExitCode, EXIT, UsageError } from './exit-codes.ts';
import type { Refusal, Rule } from '../policy/refusal.ts';
import { RefusedError } from '../policy/refusal.ts';
import { RULE_CODES } from '../policy/rules.ts';
import { LOG_PROBLEMS, LogError } from '../release-log/log-error.ts';
import { ReleaseConflictError, StoreError } from '../store/errors.ts';
import { PartChangesSchema } from '../access/requests.ts';
import { ServiceError } from './service-error.ts';

/** Answers of the service that say that something went wrong: RFC 9457. */
export const PROBLEM_TYPE = 'application/problem+json';

const common = { title: v.string(), status: v.number(), detail: v.string() };

const RefusalSchema = v.object({
  // A newer service may know more rules.
  rule: v.fallback(v.picklist(RULE_CODES), 'request'),
  sides: v.array(v.string()),
  problem: v.string(),
  remedy: v.string(),
}) satisfies v.GenericSchema<unknown, Refusal>;

/** The kinds of `errorDocument`, and those that only a service has. Unknown fields are ignored, as the RFC demands. */
export const ProblemSchema = v.variant('kind', [
  v.object({ kind: v.literal('refused'), ...common, refusals: v.tupleWithRest([RefusalSchema], RefusalSchema) }),
  v.object({
    kind: v.literal('overtaken'),
    ...common,
    /** The number that the release would have had. */
    number: v.number(),
    live: v.nullable(v.object({ number: v.number(), by: v.string(), reason: v.string(), at: v.string() })),
    changes: PartChangesSchema,
  }),
  v.object({
    kind: v.literal('store'),
    ...common,
    /** The object that cannot be used, if it is one. */
    key: v.exactOptional(v.string()),
    state: v.exactOptional(v.picklist(['missing', 'damaged', 'newer'])),
    /** Why the log of the store cannot be used, if that is so. */
    log: v.exactOptional(v.picklist(LOG_PROBLEMS)),
  }),
  /** The request is malformed. */
  v.object({ kind: v.literal('usage'), ...common }),
  /** `GET /objects/KEY`: the store has no such object. */
  v.object({ kind: v.literal('missing'), ...common }),
  /** Too many requests: `Retry-After` says when to try again. */
  v.object({ kind: v.literal('busy'), ...common }),
  /** A bug of the service, or a file that it cannot use. */
  v.object({ kind: v.literal('unexpected'), ...common }),
]);
export type Problem = v.InferOutput<typeof ProblemSchema>;

const STATUS_OF_RULE: Partial<Readonly<Record<Rule, number>>> = {
  manifest: 400,
  provenance: 400,
  'not-signed-in': 401,
  'not-allowed': 403,
  'version-taken': 409,
  'name-taken': 409,
  'over-limit': 413,
};

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** A problem as the service writes it. */
export interface ProblemBody {
  readonly kind: Problem['kind'];
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly [extension: string]: unknown;
}

export function problem(
  status: number,
  kind: Problem['kind'],
  detail: string,
  extensions: Readonly<Record<string, unknown>> = {},
): ProblemBody {
  return { kind, title: TITLES[status] ?? 'Error', status, detail, ...extensions };
}

/**
 * The answer to a request that failed. The message of a bug, or of a file that the service cannot use, stays in its
 * log: it may name what callers should not know.
 */
export function toProblem(error: unknown): ProblemBody {
  if (error instanceof RefusedError) {
    const { message, refusals } = error;
    return problem(STATUS_OF_RULE[error.rule] ?? 422, 'refused', message, { refusals });
  }
  if (error instanceof ReleaseConflictError) {
    const { message, number, live, changes } = error;
    const shown = live && { number: live.number, by: live.createdBy, reason: live.reason, at: live.createdAt };
    return problem(409, 'overtaken', message, { number, live: shown ?? null, changes });
  }
  if (error instanceof LogError) return problem(503, 'store', error.message, { log: error.kind });
  if (error instanceof StoreError) return problem(503, 'store', error.message, { key: error.key, state: error.kind });
  if (toExitCode(error) === EXIT.store && error instanceof Error) return problem(503, 'store', error.message);
  // Not each error that is a command's usage: a key that the command cannot read is its caller's, and here the
  // service's own.
  if (error instanceof UsageError || error instanceof SettingError) return problem(400, 'usage', error.message);
  return problem(500, 'unexpected', 'The release service made a mistake. Its log says which.');
}

/** The error that the service met, so that words and exit codes are the same as on a folder. */
export function toError(given: Problem): Error {
  switch (given.kind) {
    case 'refused':
      return new RefusedError(given.refusals);
    case 'overtaken': {
      const { number, live, changes } = given;
      const release = live && { number: live.number, createdBy: live.by, reason: live.reason, createdAt: live.at };
      return new ReleaseConflictError(number, release ?? undefined, changes);
    }
    case 'store':
      if (given.log !== undefined) return new LogError(given.log, given.detail, '');
      if (given.key === undefined) return new ServiceError(given.detail);
      return new StoreError(given.state ?? 'damaged', given.key, given.detail, '');
    case 'missing':
    case 'busy':
      return new ServiceError(given.detail);
    case 'usage':
      return new UsageError(given.detail);
    case 'unexpected':
      return new Error(given.detail);
  }
}
