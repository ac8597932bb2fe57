import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { WireEnvelope } from '@portal/api/wire';
import { describeError } from '@portal/node-kit/plain-error';
import { InvalidInputError } from '@portal/contract/parse';

interface RefusalOptions extends ErrorOptions {
  /** Number in the envelope, next to the text. */
  readonly code?: number;
}

/** A request that the API understands and refuses; `error` is the text in the envelope. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404;
  readonly code: number | undefined;

  constructor(status: Refusal['status'], error: string, { code, ...options }: RefusalOptions = {}) {
    super(error, options);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
  }
}

const envelope = (error: string, code?: number): WireEnvelope => ({
  errors: [{ error, ...(code === undefined ? {} : { code }) }],
});

/** Answers every failure below `/api/` with an envelope; logs unexpected errors. */
export function answerFailure(log: (line: string) => void) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (error instanceof Refusal) {
      if (error.status === 401) void reply.header('www-authenticate', 'Bearer');
      return reply.code(error.status).send(envelope(error.message, error.code));
    }
    if (error instanceof InvalidInputError) return reply.code(400).send(envelope(error.message));
    const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
    if (status < 500) return reply.code(status).send(envelope(error.message));
    log(`${request.method} ${request.url} failed: ${describeError(error)}`);
    return reply.code(500).send(envelope('INTERNAL_ERROR'));
  };
}

/** Answers an unknown route below `/api/`. */
export function answerUnknownRoute(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).send(envelope('NOT_FOUND'));
}
