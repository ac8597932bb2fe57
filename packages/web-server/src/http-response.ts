import type { IncomingMessage, ServerResponse, RequestListener } from 'node:http';
import type { Encoded } from './compressed.ts';
import { maskPath } from '@portal/node-kit/masked-text';
import { currentRequest, REQUEST_ID_HEADER } from '@portal/node-kit/request-context';
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

/** Sends an answer; without its body for HEAD and 304. */
function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, cookies = [], body }: HttpResponse,
  further: ResponseHeaders,
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const list = headers instanceof SharedHeaders ? headers.listWith(further) : listOf(headers, further);
  const id = currentRequest()?.requestId;
  const sent = id === undefined ? [...list] : [REQUEST_ID_HEADER, id, ...list];
  for (const cookie of cookies) sent.push('set-cookie', cookie);
  if (status !== 304) sent.push('content-length', String(bytes.length));
  response.writeHead(status, sent);
  response.end(method === 'HEAD' || status === 304 ? undefined : bytes);
}

/** An answer; at once if nothing has to be waited for. */
export type Answering = HttpResponse | Promise<HttpResponse>;

const NONE: ResponseHeaders = {};

/** Sends the answer to each request, with the headers that `further` has for it; an error is logged and answered with 500. */
export function requestListener(
  answer: (request: IncomingMessage) => Answering,
  log: ServerLog,
  further: (request: IncomingMessage) => ResponseHeaders = () => NONE,
): RequestListener {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let made: HttpResponse;
    try {
      const answering = answer(request);
      made = answering instanceof Promise ? await answering : answering;
    } catch (error) {
      const { method, url = '' } = request;
      log.error(`${currentRequest()?.kind ?? 'request'} failed`, error, { method, path: maskPath(url) });
      made = textResponse(500, 'Something went wrong.');
    }
    try {
      send(request, response, made, further(request));
    } catch (error) {
      log.error('the answer could not be sent', error, { path: maskPath(request.url ?? '') });
      response.destroy();
    }
  };
  return (request, response) => void respond(request, response);
}
