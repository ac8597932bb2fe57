import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Encoded } from './encoding.ts';
import { maskPath } from '@portal/node-kit/mask-secrets';
import { currentRequest } from '@portal/node-kit/observe-requests';
import type { ServerLog } from '@portal/node-kit/server-log';
import type { TrustedProxies } from '@portal/node-kit/trusted-proxies';

/** Whether an If-None-Match header names the entity tag; weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = (value: string) => value.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((entry) => opaque(entry) === opaque(tag));
}

/** Headers by lower-case name. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** The address that a request asks for. */
export interface RequestTarget {
  readonly pathname: string;
  /** Without the question mark; empty for none. */
  readonly query: string;
}

/** An answer that has not been sent yet. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
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
  return { status, headers: { ...headers, ...(encoding && { 'content-encoding': encoding }) }, body: bytes };
}

/** Sends an answer; without its body for HEAD and 304. */
function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, cookies = [], body }: HttpResponse,
  further: ResponseHeaders,
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, {
    ...COMMON_HEADERS,
    ...further,
    ...headers,
    ...(cookies.length > 0 && { 'set-cookie': [...cookies] }),
    ...(status !== 304 && { 'content-length': bytes.length }),
  });
  response.end(method === 'HEAD' || status === 304 ? undefined : bytes);
}

interface ListenerOptions {
  readonly answer: (request: IncomingMessage) => Promise<HttpResponse>;
  readonly log: ServerLog;
  /** Headers of each answer besides, such as those of https; none by default. */
  readonly further?: (request: IncomingMessage) => ResponseHeaders;
}

/** Sends the answer to each request; an error is logged and answered with 500. */
export function requestListener({ answer, log, further = () => ({}) }: ListenerOptions): RequestListener {
  return (request, response) => {
    const { method, url = '' } = request;
    answer(request)
      .catch((error: unknown) => {
        log.error(`${currentRequest()?.kind ?? 'request'} failed`, error, { method, path: maskPath(url) });
        return textResponse(500, 'Something went wrong.');
      })
      .then((answered) => send(request, response, answered, further(request)))
      .catch((error: unknown) => {
        log.error('the answer could not be sent', error, { path: maskPath(url) });
        response.destroy();
      });
  };
}

/** Whether the visitor who sends a request uses https. */
export type IsSecure = (request: IncomingMessage) => boolean;

/** A trusted proxy says what the visitor uses. Without its word, the public origin decides. */
export function secureVisits(proxies: TrustedProxies, publicOrigin: string | undefined): IsSecure {
  const isPublic = publicOrigin?.startsWith('https:') ?? false;
  return (request) => {
    const protocol = proxies.findProtocol(request);
    return protocol === undefined ? isPublic : protocol === 'https';
  };
}

/** Two years, in seconds. */
const HSTS_AGE_SECONDS = 2 * 365 * 24 * 60 * 60;

/** The header by which browsers use https from then on: only for a portal whose public origin has it. */
export function transportSecurity(
  publicOrigin: string | undefined,
  isSecure: IsSecure,
  hstsSubdomains = false,
): (request: IncomingMessage) => ResponseHeaders {
  const value = `max-age=${String(HSTS_AGE_SECONDS)}${hstsSubdomains ? '; includeSubDomains' : ''}`;
  const isPublic = publicOrigin?.startsWith('https:') ?? false;
  const secure: ResponseHeaders = { 'strict-transport-security': value };
  const other: ResponseHeaders = {};
  return (request) => (isPublic && isSecure(request) ? secure : other);
}
