import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { maskPath } from './masked-text.ts';
import type { RequestContext } from './request-context.ts';
import { duringRequest, REQUEST_ID_HEADER } from './request-context.ts';
import type { ServerLog } from './server-log.ts';

/** A request that has been answered, or whose connection has broken before. */
export interface Answered {
  readonly kind: string;
  readonly status: number;
  readonly seconds: number;
}

export interface ObserveOptions {
  readonly log: ServerLog;
  /** Whether each request is a line of the log. */
  readonly accessLog: boolean;
  /** Whether the id that this address gives to a request counts: that of a proxy in front. */
  readonly isTrusted: (address: string) => boolean;
  /** What is asked for, as far as the address shows it; the answer may say it better (`currentRequest`). */
  readonly kindOf?: ((request: IncomingMessage) => string) | undefined;
  readonly onAnswer?: ((answered: Answered) => void) | undefined;
  /**
   * Whether the listener itself sends the request's id, and enters the context (`duringRequest`) for what may log: for an answer from memory,
   * both take longer than all else.
   */
  readonly takesContext?: boolean | undefined;
}

/** A listener that knows the context of the request; each listener of Node is one. */
export type ObservedListener = (request: IncomingMessage, response: ServerResponse, context: RequestContext) => void;

const REQUEST_ID = /^[\w.-]{1,100}$/;

function requestIdOf({ headers, socket }: IncomingMessage, isTrusted: (address: string) => boolean): string {
  const given = headers[REQUEST_ID_HEADER];
  const isGiven = typeof given === 'string' && REQUEST_ID.test(given) && isTrusted(socket.remoteAddress ?? '');
  return isGiven ? given : randomUUID();
}

/** The status for a connection that broke before its answer was complete, as nginx has it. */
const BROKEN = 499;

const statusOf = (response: ServerResponse): number => (response.writableFinished ? response.statusCode : BROKEN);

/** Gives each request an id, which its answer and its lines in the log have, and tells how it was answered. */
export function observed(
  listener: ObservedListener,
  { log, accessLog, isTrusted, kindOf = () => 'other', onAnswer, takesContext = false }: ObserveOptions,
): RequestListener {
  return (request, response) => {
    const begun = performance.now();
    const context: RequestContext = { requestId: requestIdOf(request, isTrusted), kind: kindOf(request) };
    response.on('close', () => {
      const { kind } = context;
      const status = statusOf(response);
      const milliseconds = performance.now() - begun;
      onAnswer?.({ kind, status, seconds: milliseconds / 1000 });
      if (!accessLog) return;
      const { method = '', url = '' } = request;
      const durationMs = Math.round(milliseconds);
      duringRequest(context, () => log.info('request', { method, path: maskPath(url), kind, status, durationMs }));
    });
    if (takesContext) {
      listener(request, response, context);
      return;
    }
    response.setHeader(REQUEST_ID_HEADER, context.requestId);
    duringRequest(context, () => listener(request, response, context));
  };
}
