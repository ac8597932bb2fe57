import { InvalidInputError, parseInput } from '@portal/contract/parse';
import { RESPONSE_LIMIT_MS } from '@portal/contract/time-limit';
import { EnvelopeSchema } from '@portal/contract/wire';
import * as v from 'valibot';
import { CallError } from './call-error.ts';
import type { CallErrorKind, ErrorCode } from './call-error.ts';

/** The parts of a `Response` that are used. */
export interface ApiResponse {
  readonly ok: boolean;
  readonly status: number;
  text(): Promise<string>;
  /** Missing where nobody reads them. */
  readonly headers?: { get(name: string): string | null } | undefined;
}

/** Where the API is, and how to reach it. */
export interface ApiConnection {
  /** Base of the API's paths, with a trailing slash; the only address that receives a token. */
  readonly baseUrl: string;
  /** The browser's by default. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<ApiResponse>;
}

/** One call of the API. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base, with its parts encoded. */
  readonly path: string;
  /** Name of the call in errors and in the log, if its path would reveal too much. */
  readonly operation?: string;
  /** Sent as JSON; a `Blob` as it is. */
  readonly body?: unknown;
  /** A GET that changes something: never taken from the page's early reads nor from a cache. */
  readonly changes?: true;
  /** Nobody waits for its result, so nobody is told when that is unknown. */
  readonly unattended?: true;
  /** Bypasses the browser's cache: sends no `If-None-Match`. */
  readonly unconditional?: true;
  /** Its answer tells whose the tokens are, so it is sent with any. */
  readonly tellsUser?: true;
  /** Logs out, so it is sent with any tokens, too, and waits for no other call or tab. */
  readonly leaves?: true;
  /** Sends the API's cookies, too. */
  readonly withCredentials?: true;
}

let connection: ApiConnection | undefined;

/** Sets the API that all calls go to, including those of the session. */
export function connectApi(to: ApiConnection): void {
  connection = to;
}

function connected(): ApiConnection {
  if (!connection) throw new Error('The API client has not been started');
  return connection;
}

/** The address of an API path. @throws {TypeError} when the path leads out of the API. */
export function toAddress(path: string): string {
  const { baseUrl } = connected();
  const base = new URL(baseUrl).href;
  const { href } = new URL(base + path);
  if (!href.startsWith(base)) throw new TypeError(`"${path}" leads out of the API`);
  return href;
}

export function getOperation({ operation, method, path }: Call): string {
  return operation ?? `${method} ${path}`;
}

function getCache({ method, changes, unconditional }: Call): RequestCache {
  if (method !== 'GET' || changes) return 'no-store';
  return unconditional ? 'reload' : 'no-cache';
}

function contentType({ body }: Call): Readonly<Record<string, string>> {
  if (body === undefined) return {};
  return { 'Content-Type': body instanceof Blob ? 'application/octet-stream' : 'application/json' };
}

/** Sends a call once and resolves with its answer, whatever the status. @throws {CallError} when there is no answer. */
export async function request(call: Call, accessToken: string | undefined): Promise<ApiResponse> {
  const address = toAddress(call.path);
  const fetchAnswer = connected().fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
  try {
    return await fetchAnswer(address, {
      method: call.method,
      headers: {
        Accept: 'application/json',
        ...(accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` }),
        ...contentType(call),
      },
      ...(call.body === undefined ? {} : { body: call.body instanceof Blob ? call.body : JSON.stringify(call.body) }),
      cache: getCache(call),
      credentials: call.withCredentials ? 'include' : 'omit',
      redirect: 'error', // a redirect could carry the bearer elsewhere
      signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
    });
  } catch (cause) {
    throw new CallError(getOperation(call), 'unreachable', { cause });
  }
}

/** Temporary refusals: time-out, too early, too many requests. */
const PASSING = new Set([408, 425, 429]);

function classify(status: number): CallErrorKind {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status >= 500 || PASSING.has(status)) return 'unavailable';
  return status >= 400 ? 'refused' : 'malformed';
}

interface Body {
  readonly isJson: boolean;
  /** Undefined, which JSON cannot express, if there is no JSON. */
  readonly json: unknown;
}

/** The content of a body; no body at all counts as JSON. */
function parseBody(text: string): Body {
  if (text === '') return { isJson: true, json: undefined };
  try {
    return { isJson: true, json: JSON.parse(text) };
  } catch {
    return { isJson: false, json: undefined }; // not the parser's error: its message quotes the body, which may contain tokens
  }
}

function codesIn(json: unknown): readonly ErrorCode[] {
  const envelope = v.safeParse(EnvelopeSchema, json);
  return envelope.success ? (envelope.output.errors ?? []) : [];
}

/** The seconds in `Retry-After`; undefined without it, and for its other form, a date. */
function waitIn({ headers }: ApiResponse): number | undefined {
  const text = headers?.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function malformed(operation: string, status: number, field: string): CallError {
  const cause = new InvalidInputError(operation, field, 'the answer does not have the agreed shape');
  console.warn(cause.message);
  return new CallError(operation, 'malformed', { status, cause });
}

/**
 * Reads and validates an answer's body, once. `operation` names the call in errors and in the log ("GET hubs").
 * @throws {CallError} when the API refused, or when the body does not fit the schema; then the log names the field.
 */
export async function readResponse<const Schema extends v.GenericSchema>(
  operation: string,
  answer: ApiResponse,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const { ok, status } = answer;
  let text: string;
  try {
    text = await answer.text();
  } catch (cause) {
    throw new CallError(operation, 'unreachable', { status, cause });
  }
  const { isJson, json } = parseBody(text);
  const codes = codesIn(json);
  if (!ok) throw new CallError(operation, classify(status), { status, codes, waitSeconds: waitIn(answer) });
  if (codes.length > 0) throw new CallError(operation, 'refused', { status, codes });
  // An array would pass for an object without entries.
  if (!isJson || Array.isArray(json)) throw malformed(operation, status, '');
  try {
    return parseInput(operation, schema, json);
  } catch (error) {
    if (error instanceof InvalidInputError) throw malformed(operation, status, error.path);
    throw error;
  }
}

/** The content of a successful answer's body; undefined if the API refused in it, or it does not fit the schema. */
export function readText<const Schema extends v.GenericSchema>(
  text: string,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  const { json } = parseBody(text);
  const read = v.safeParse(schema, json);
  return codesIn(json).length === 0 && read.success ? read.output : undefined;
}
