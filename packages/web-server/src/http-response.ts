import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Encoded } from './compressed.ts';
import { maskPath } from '@portal/node-kit/masked-text';
import type { RequestContext } from '@portal/node-kit/request-context';
import { currentRequest, duringRequest, REQUEST_ID_HEADER } from '@portal/node-kit/request-context';
import type { ServerLog } from '@portal/node-kit/server-log';

/** Headers by lower-case name. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** Names and values in turn, as Node takes them without a copy. */
type HeaderList = readonly string[];

/** Headers of many answers. They become a list once, because that takes longer than all else that is done for an answer from memory. */
export class SharedHeaders {
  readonly all: ResponseHeaders;
  readonly #lists = new WeakMap<ResponseHeaders, HeaderList>();

  constructor(all: ResponseHeaders) {
    this.all = all;
  }

  /** `further` has to be the same object for the same headers. */
  listWith(further: ResponseHeaders): HeaderList {
    const known = this.#lists.get(further);
    if (known) return known;
    const list = listOf(this.all, further);
    this.#lists.set(further, list);
    return list;
  }
}

/** An answer that has not been sent yet. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: ResponseHeaders | SharedHeaders;
  /** The values of `Set-Cookie` besides. */
  readonly cookies?: readonly string[];
  readonly body: Uint8Array | string;
}

/** Headers of every answer. */
const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Pages and documents replace it by their own.
  'content-security-policy': "frame-ancestors 'none'",
} as const;

function listOf(headers: ResponseHeaders, further: ResponseHeaders): string[] {
  return Object.entries({ ...COMMON_HEADERS, ...further, ...headers }).flat();
}

/** For everything that search engines must not index. */
export const NOT_INDEXED = { 'x-robots-tag': 'noindex' } as const;

export function textResponse(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: `${text}\n`,
  };
}

/** The same headers with that of a body's coding. */
export function withEncoding(headers: ResponseHeaders, { encoding }: Encoded): ResponseHeaders {
  return encoding === undefined ? headers : { ...headers, 'content-encoding': encoding };
}

/** An answer with a compressed body and the header of its coding. */
export function encodedResponse(status: number, headers: ResponseHeaders, encoded: Encoded): HttpResponse {
  return { status, headers: withEncoding(headers, encoded), body: encoded.bytes };
}

interface Sending {
  /** The headers that do not depend on what is answered, such as those of https. */
  readonly further: ResponseHeaders;
  /** The id of the request; undefined in a server that gives none. */
  readonly id: string | undefined;
}

/** Sends an answer; without its body for HEAD and 304. */
function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, cookies = [], body }: HttpResponse,
  { further, id }: Sending,
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const list = headers instanceof SharedHeaders ? headers.listWith(further) : listOf(headers, further);
  const sent = id === undefined ? [...list] : [REQUEST_ID_HEADER, id, ...list];
  for (const cookie of cookies) sent.push('set-cookie', cookie);
  if (status !== 304) sent.push('content-length', String(bytes.length));
  response.writeHead(status, sent);
  response.end(method === 'HEAD' || status === 304 ? undefined : bytes);
}

const NONE: ResponseHeaders = {};

export interface ListenerOptions {
  /** The answer, if it is in memory; logs nothing. */
  readonly fromMemory?: (request: IncomingMessage) => HttpResponse | undefined;
  readonly answer: (request: IncomingMessage) => Promise<HttpResponse>;
  readonly log: ServerLog;
  /** Headers of each answer besides, the same object for the same headers; none by default. */
  readonly further?: (request: IncomingMessage) => ResponseHeaders;
}

type Listener = (request: IncomingMessage, response: ServerResponse, context?: RequestContext) => void;

/** Sends the answer to each request; an error is logged and answered with 500. */
export function requestListener({
  fromMemory = () => undefined,
  answer,
  log,
  further = () => NONE,
}: ListenerOptions): Listener {
  const fail = (request: IncomingMessage, error: unknown): HttpResponse => {
    const { method, url = '' } = request;
    log.error(`${currentRequest()?.kind ?? 'request'} failed`, error, { method, path: maskPath(url) });
    return textResponse(500, 'Something went wrong.');
  };
  return (request, response, context) => {
    const inContext = <Result>(work: () => Result): Result => (context ? duringRequest(context, work) : work());
    const sendIt = (made: HttpResponse) => {
      try {
        send(request, response, made, { further: further(request), id: context?.requestId });
      } catch (error) {
        inContext(() => log.error('the answer could not be sent', error, { path: maskPath(request.url ?? '') }));
        response.destroy();
      }
    };
    let known: HttpResponse | undefined;
    try {
      known = fromMemory(request);
    } catch (error) {
      known = inContext(() => fail(request, error));
    }
    if (known) sendIt(known);
    else
      void inContext(() =>
        answer(request)
          .catch((error: unknown) => fail(request, error))
          .then(sendIt),
      );
  };
}
