import type { ServerLog } from '@portal/node-kit/server-log';
import { RefusedError } from '@portal/release/refusal';
import { problem, PROBLEM_TYPE, toProblem } from '@portal/release/service-api/problem';
import type { ProblemBody } from '@portal/release/service-api/problem';
import { InvalidInputError } from '@portal/contract/parse';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceLog } from './service-event.ts';
import { AuthError, IssuerAwayError } from './tokens/auth-error.ts';
import { PROOF_ALGORITHMS } from './tokens/proofs.ts';

/** A request that cannot be answered, for a reason that no operation of the store knows. Nothing was changed. */
export class ServiceProblem extends Error {
  readonly status: number;
  readonly kind: 'usage' | 'missing' | 'busy' | 'store';
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, kind: ServiceProblem['kind'], detail: string, retryAfterSeconds?: number) {
    super(detail);
    this.status = status;
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The answer to a reader who asks whether the store has an object, as each command does often: no refusal. */
export class AbsentObject extends ServiceProblem {
  constructor() {
    super(404, 'missing', 'The store has no such object.');
  }
}

/** Seconds after which an issuer may answer again. */
const ISSUER_PAUSE = 10;

const CLIENT_PROBLEMS: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The address is malformed: "%" stands before two hexadecimal digits, of UTF-8.',
  FST_ERR_MAX_PARAM_LENGTH: 'The address is longer than any of this service.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body has another type than this address takes; openapi.json says which.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is larger than this address takes.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty, and this address needs one.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not JSON.',
};

const hasStatus = (error: unknown): error is Error & { statusCode: number; code?: string } =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';

/** The body of the answer to a failed request. */
function toBody(error: unknown): ProblemBody {
  if (error instanceof AuthError) {
    const { message, remedy } = error;
    const refusal = { rule: 'not-signed-in' as const, sides: ['the request'], problem: message, remedy };
    return toProblem(new RefusedError([refusal]));
  }
  if (error instanceof IssuerAwayError) return problem(503, 'store', error.message);
  if (error instanceof ServiceProblem) return problem(error.status, error.kind, error.message);
  if (error instanceof InvalidInputError) return problem(400, 'usage', error.message);
  if (hasStatus(error) && error.statusCode < 500)
    return problem(error.statusCode, 'usage', CLIENT_PROBLEMS[error.code ?? ''] ?? error.message);
  return toProblem(error);
}

function toHeaders(error: unknown): Readonly<Record<string, string>> {
  if (error instanceof AuthError)
    return { 'www-authenticate': `DPoP error="${error.code}", algs="${PROOF_ALGORITHMS.join(' ')}"` };
  const seconds =
    error instanceof IssuerAwayError
      ? ISSUER_PAUSE
      : error instanceof ServiceProblem
        ? error.retryAfterSeconds
        : undefined;
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}

function answerProblem(reply: FastifyReply, body: ProblemBody, type: string = PROBLEM_TYPE): FastifyReply {
  return reply.code(body.status).type(type).send(JSON.stringify(body));
}

/**
 * RFC 6749, section 5.2, and RFC 8693, section 2.2.2: JSON, 400 and a code. The fields of a problem are in it all the
 * same.
 */
function answerTokenError(reply: FastifyReply, body: ProblemBody, error: unknown): FastifyReply {
  const code = error instanceof AuthError && error.code !== 'invalid_token' ? error.code : 'invalid_request';
  const status = error instanceof AuthError ? 400 : body.status;
  const fields = { ...body, status, error: code, error_description: body.detail };
  return answerProblem(reply.headers(status === 400 ? {} : toHeaders(error)), fields, 'application/json');
}

/** A field's name for the log: what is longer than any name may be something else. */
const getField = ({ path }: InvalidInputError): string => (path.length <= 60 ? `"${path}"` : 'an unknown field');

/**
 * Why a request was refused, for the log: sentences for the caller may have names of people, and what they wrote as
 * reasons.
 */
function explainProblem(error: unknown, body: ProblemBody): string {
  // Of a field the name alone: a mistaken client may send a token in any place.
  if (error instanceof InvalidInputError) return `malformed: ${getField(error)}`;
  if (error instanceof RefusedError) return error.refusals.map(({ rule }) => rule).join(', ');
  return body.kind === 'overtaken' ? body.kind : body.detail;
}

type AnswerProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Answers errors with problems (RFC 9457). No line and no answer contains a token. */
export function problemAnswers(log: ServerLog, events: ServiceLog): AnswerProblem {
  return (error, request, reply) => {
    const body = toBody(error);
    // The pattern of the address: a mistaken client may send a token in any place.
    const what = `${request.method} ${request.routeOptions.url ?? 'an unknown address'}`;
    if (body.kind === 'unexpected') log.error(`${what} failed`, error);
    else if (body.status >= 500) log.warn(`${what}: ${body.detail}`, {}, error);
    // A client without a nonce, or with an old one, gets one by this answer and asks again: that is no refusal.
    const isChallenge = error instanceof AuthError && error.code === 'use_dpop_nonce';
    if (body.status < 500 && !isChallenge && !(error instanceof AbsentObject))
      events.record(request, {
        event: 'request-refused',
        who: request.caller?.logged,
        what,
        why: explainProblem(error, body),
      });
    if (request.routeOptions.url === '/token') return answerTokenError(reply, body, error);
    return answerProblem(reply.headers(toHeaders(error)), body);
  };
}

/** Answers errors and unknown addresses. */
export function handleProblems(app: FastifyInstance, answer: AnswerProblem): void {
  app.setErrorHandler(answer);
  app.setNotFoundHandler((request, reply) =>
    answer(
      new ServiceProblem(404, 'missing', 'There is nothing at this address; openapi.json lists what there is.'),
      request,
      reply,
    ),
  );
}
