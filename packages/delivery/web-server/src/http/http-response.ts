import type { IncomingMessage, RequestListener, ServerResponse, IncomingHttpHeaders } from 'node:http';
import { maskPath } from '@portal/node-kit/mask-secrets';
import { currentRequest } from '@portal/node-kit/observe-requests';
import type { ServerLog } from '@portal/node-kit/server-log';
import type { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The supported content codings, best first. */
const ENCODINGS = ['br', 'gzip'] as const;

type Encoding = (typeof ENCODINGS)[number];

interface Preference {
  readonly coding: string;
  readonly weight: number;
}

function parsePreferences(header: string): readonly Preference[] {
  return header.split(',').map((entry) => {
    const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { coding, weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
}

function weightIn(preferences: readonly Preference[], coding: string): number {
  const named = preferences.find((entry) => entry.coding === coding);
  return (named ?? preferences.find((entry) => entry.coding === '*'))?.weight ?? 0;
}

/** The coding to send, by the request's Accept-Encoding (RFC 9110, 12.5.3); undefined means no compression. */
export function chooseEncoding(header = ''): Encoding | undefined {
  const preferences = parsePreferences(header);
  const parseWeight = (coding: Encoding) => weightIn(preferences, coding);
  let best: Encoding | undefined;
  for (const encoding of ENCODINGS) {
    if (parseWeight(encoding) > (best === undefined ? 0 : parseWeight(best))) best = encoding;
  }
  return best;
}

/** SHA-256 as a byte sequence (RFC 9651, 3.3.5): exactly as browsers write it, so that one hash has one text. */
const DICTIONARY = /^:(?<hash>[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=):$/;

/**
 * The dictionary with which the browser takes an answer in the coding `dcb` (RFC 9842): its SHA-256 in base64.
 * Undefined if it names none, or likes another coding better.
 */
export function offeredDictionary(headers: IncomingHttpHeaders): string | undefined {
  const { 'accept-encoding': accepted = '', 'available-dictionary': available } = headers;
  const hash = typeof available === 'string' ? DICTIONARY.exec(available)?.groups?.['hash'] : undefined;
  if (hash === undefined) return undefined;
  const preferences = parsePreferences(accepted);
  // By its name alone: "*" is of browsers that do not know it.
  const weight = preferences.find(({ coding }) => coding === 'dcb')?.weight ?? 0;
  const isBest = weight > 0 && ENCODINGS.every((coding) => weightIn(preferences, coding) <= weight);
  return isBest ? hash : undefined;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The bytes to send, compressed with `encoding` if it is set. */
export interface Encoded {
  readonly bytes: Uint8Array;
  readonly encoding: Encoding | 'dcb' | undefined;
  /** With `dcb`: the SHA-256 of the dictionary, in base64. */
  readonly dictionary?: string;
}

/** One content in all codings needs at most this many times its bytes: what compression makes larger is not kept. */
export const COPIES = 3;

/** One content in all codings. Each coding is computed once, at its first use, off the main thread. */
export class Compressed {
  readonly bytes: Uint8Array;
  readonly #brotliQuality: number;
  readonly #encoded = new Map<Encoding, Promise<Encoded>>();

  /** `brotliQuality`: 0 to 11. */
  constructor(bytes: Uint8Array, brotliQuality: number) {
    this.bytes = bytes;
    this.#brotliQuality = brotliQuality;
  }

  encode(encoding: Encoding | undefined): Promise<Encoded> {
    if (encoding === undefined) return Promise.resolve({ bytes: this.bytes, encoding });
    const encoded = this.#encoded.get(encoding) ?? this.#compress(encoding);
    this.#encoded.set(encoding, encoded);
    return encoded;
  }

  async #compress(encoding: Encoding): Promise<Encoded> {
    const compressed =
      encoding === 'br'
        ? await brotli(this.bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: this.#brotliQuality,
              [constants.BROTLI_PARAM_SIZE_HINT]: this.bytes.length,
            },
          })
        : await zip(this.bytes, { level: 9 });
    // What zlib makes is part of a larger buffer, all of which would stay in memory.
    const bytes = new Uint8Array(compressed);
    return bytes.length < this.bytes.length ? { bytes, encoding } : { bytes: this.bytes, encoding: undefined };
  }
}

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
