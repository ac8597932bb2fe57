import type { IncomingMessage, ServerResponse, RequestListener } from 'node:http';
import type { Encoded } from './compressed.ts';
import { maskPath } from '@portal/node-kit/masked-text';
import { currentRequest } from '@portal/node-kit/request-context';
import type { ServerLog } from '@portal/node-kit/server-log';

/** Headers by lower-case name; a page may set several cookies. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[]>>;

/** An answer that has not been sent yet. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
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

/** An answer with a compressed body and the header of its coding. */
export function encodedResponse(status: number, headers: ResponseHeaders, { bytes, encoding }: Encoded): HttpResponse {
  return {
    status,
    headers: encoding === undefined ? headers : { ...headers, 'content-encoding': encoding },
    body: bytes,
  };
}

/** Sends an answer; without its body for HEAD and 304. */
function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
  further: Readonly<Record<string, string>>,
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  for (const [name, value] of Object.entries({ ...COMMON_HEADERS, ...further, ...headers }))
    response.setHeader(name, value);
  if (status !== 304) response.setHeader('content-length', bytes.length);
  response.writeHead(status);
  response.end(method === 'HEAD' || status === 304 ? undefined : bytes);
}

/** Sends the answer to each request, with the headers that `further` makes for it; an error is logged and answered with 500. */
export function requestListener(
  answer: (request: IncomingMessage) => Promise<HttpResponse>,
  log: ServerLog,
  further: (request: IncomingMessage) => Readonly<Record<string, string>> = () => ({}),
): RequestListener {
  return (request, response) => {
    answer(request)
      .catch((error: unknown) => {
        const { method, url = '' } = request;
        log.error(`${currentRequest()?.kind ?? 'request'} failed`, error, { method, path: maskPath(url) });
        return textResponse(500, 'Something went wrong.');
      })
      .then((made) => send(request, response, made, further(request)))
      .catch((error: unknown) => {
        log.error('the answer could not be sent', error, { path: maskPath(request.url ?? '') });
        response.destroy();
      });
  };
}
