import type { IncomingMessage, ServerResponse, RequestListener } from 'node:http';
import type { Encoded } from './compressed.ts';
import { isSecure } from './visitor.ts';
import type { Log } from './log.ts';

/** What a request is answered with, before it goes out. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

/** Headers of every answer. */
const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** For everything that is no document: search engines show nothing else of the portal. */
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

/** The body and its coding's header; the answer varies by it. */
export function encodedResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  { bytes, encoding }: Encoded,
): HttpResponse {
  return {
    status,
    headers: encoding === undefined ? headers : { ...headers, 'content-encoding': encoding },
    body: bytes,
  };
}

/** Sends an answer; without its body when it was asked for by HEAD, or has none. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const all: Record<string, string | number> = { ...COMMON_HEADERS, ...headers };
  if (status !== 304) all['content-length'] = bytes.length;
  // Browsers take it on https only.
  if (isSecure(request.headers)) all['strict-transport-security'] = 'max-age=63072000';
  response.writeHead(status, all);
  response.end(request.method === 'HEAD' || status === 304 ? undefined : bytes);
}

/** Sends what `answer` makes of each request; its failure is told to `log` and is a 500 to the browser. */
export function requestListener(
  answer: (request: IncomingMessage) => Promise<HttpResponse>,
  log: Log,
): RequestListener {
  return (request, response) => {
    answer(request)
      .catch((error: unknown) => {
        log.write(error);
        return textResponse(500, 'Something went wrong.');
      })
      .then((made) => send(request, response, made))
      .catch((error: unknown) => {
        log.write(error);
        response.destroy();
      });
  };
}
