import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { WireEnvelope } from '@portal/api/wire';
import { describeError } from '@portal/node-kit/plain-error';
import { InvalidInputError } from '@portal/contract/parse';

/**
 * The path of a request as logs may have it. The address of a link in a mail contains its token, so such a call is
 * named by its route.
 */
export function loggedPath({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): string {
  const route = routeOptions.url ?? '';
  return route.endsWith(':token') ? route : url.replace(/\?.*/s, '');
}

interface RefusalOptions extends ErrorOptions {
  /** Number in the envelope, next to the text. */
  readonly code?: number;
  /** What the error is about, such as a version. */
  readonly detail?: string;
  readonly retryAfterSeconds?: number;
}

/** A request that the API understands and refuses; `error` is the text in the envelope. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 429;
  readonly code: number | undefined;
  readonly detail: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: Refusal['status'],
    error: string,
    { code, detail, retryAfterSeconds, ...options }: RefusalOptions = {},
  ) {
    super(error, options);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const envelope = (error: string, { code, detail }: Partial<Pick<Refusal, 'code' | 'detail'>> = {}): WireEnvelope => ({
  errors: [{ error, ...(code === undefined ? {} : { code }), ...(detail === undefined ? {} : { detail }) }],
});

function getStatus(error: FastifyError | Error): number {
  if (error instanceof Refusal) return error.status;
  if (error instanceof InvalidInputError) return 400;
  const { statusCode = 500 }: Partial<FastifyError> = error;
  return statusCode;
}

interface FailureReceiver {
  readonly log: (line: string) => void;
  /** A request was refused, and why; without a reason, its form was wrong. */
  readonly onRefusal?: (request: FastifyRequest, why: string | undefined) => void;
}

/** Answers every failure with an envelope; logs unexpected errors. */
export function answerFailure({ log, onRefusal }: FailureReceiver) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const status = getStatus(error);
    // Other messages may quote what the user sent.
    if (status < 500) onRefusal?.(request, error instanceof Refusal ? error.message : undefined);
    if (error instanceof Refusal) {
      if (error.status === 401) void reply.header('www-authenticate', 'Bearer');
      if (error.retryAfterSeconds !== undefined) void reply.header('retry-after', error.retryAfterSeconds);
      return reply.code(error.status).send(envelope(error.message, error));
    }
    if (status < 500) return reply.code(status).send(envelope(error.message));
    log(`${request.method} ${loggedPath(request)} failed: ${describeError(error)}`);
    return reply.code(500).send(envelope('INTERNAL_ERROR'));
  };
}

/** Answers an unknown route below `/api/`. */
export function answerUnknownRoute(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).send(envelope('NOT_FOUND'));
}
