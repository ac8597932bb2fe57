import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { maskPath } from './mask-secrets.ts';

/** A request that has been answered, or whose connection has broken before. */
export interface Answered {
  readonly kind: string;
  readonly status: number;
  readonly seconds: number;
}

export interface ObserveRequestsOptions {
  readonly log: { readonly info: (message: string, fields: Readonly<Record<string, unknown>>) => void };
  /** Whether each request is a line of the log. */
  readonly accessLog: boolean;
  /** Which of them are, then; all by default. */
  readonly isLogged?: ((answered: Answered) => boolean) | undefined;
  /** Whether the id that this address gives to a request counts: that of a proxy in front. */
  readonly isTrusted: (address: string) => boolean;
  /** What is asked for, as far as the address shows it; the answer may say it better (`currentRequest`). */
  readonly classify?: ((request: IncomingMessage) => string) | undefined;
  readonly onAnswer?: ((answered: Answered) => void) | undefined;
}

/** The header of a request's id, in the request and in its answer. */
const REQUEST_ID_HEADER = 'x-request-id';
const REQUEST_ID = /^[\w.-]{1,100}$/;

function getRequestId({ headers, socket }: IncomingMessage, isTrusted: (address: string) => boolean): string {
  const given = headers[REQUEST_ID_HEADER];
  const isGiven = typeof given === 'string' && REQUEST_ID.test(given) && isTrusted(socket.remoteAddress ?? '');
  return isGiven ? given : randomUUID();
}

/** The status for a connection that broke before its answer was complete, as nginx has it. */
const BROKEN = 499;

const getStatus = (response: ServerResponse): number => (response.writableFinished ? response.statusCode : BROKEN);

/**
 * Whether a request names its host more than once: Node takes the first, a proxy perhaps the last (RFC 9112, section
 * 3.2).
 */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/**
 * Gives each request an id, which its answer and its lines in the log have, and tells how it was answered. One with two
 * hosts is refused before `listener` reads it.
 */
export function observeRequests(
  listener: RequestListener,
  { log, accessLog, isLogged = () => true, isTrusted, classify = () => 'other', onAnswer }: ObserveRequestsOptions,
): RequestListener {
  return (request, response) => {
    const begun = performance.now();
    const context: RequestContext = { requestId: getRequestId(request, isTrusted), kind: classify(request) };
    response.on('close', () => {
      const { kind } = context;
      const status = getStatus(response);
      const milliseconds = performance.now() - begun;
      const answered = { kind, status, seconds: milliseconds / 1000 };
      onAnswer?.(answered);
      if (!accessLog || !isLogged(answered)) return;
      const { method = '', url = '' } = request;
      const durationMs = Math.round(milliseconds);
      duringRequest(context, () => log.info('request', { method, path: maskPath(url), kind, status, durationMs }));
    });
    response.setHeader(REQUEST_ID_HEADER, context.requestId);
    if (hasTwoHosts(request))
      response
        .writeHead(400, { connection: 'close', 'content-type': 'text/plain' })
        .end('The header "Host" comes twice.');
    else duringRequest(context, () => listener(request, response));
  };
}

/** The request that is being answered. */
interface RequestContext {
  readonly requestId: string;
  /** What is asked for, in few words: "page", "GET /history". */
  kind: string;
}

const contexts = new AsyncLocalStorage<RequestContext | undefined>();

/** Undefined for what no request has caused. */
export const currentRequest = (): RequestContext | undefined => contexts.getStore();

/** Answers a request: what is done and logged until then belongs to it. */
export const duringRequest = <Result>(context: RequestContext, work: () => Result): Result =>
  contexts.run(context, work);

/** Does work that a request may have set off and that is no part of it, such as a look at the store. */
export const outsideRequests = <Result>(work: () => Result): Result => contexts.run(undefined, work);
