import type { EarlyReads } from '@portal/contract/page-elements';
import { RESPONSE_LIMIT_MS } from '@portal/contract/time-limit';
import type { Session } from '@portal/session';
import type * as v from 'valibot';
import { readResponse } from './api-response.ts';
import type { ApiResponse } from './api-response.ts';
import { CallError } from './call-error.ts';

/** How long after the start a read of the page's own may still be taken for current, in milliseconds. */
const EARLY_READ_AGE_MS = 10_000;

export interface ApiOptions {
  /** Where the API's paths begin, with a trailing slash; the only address that receives a token. */
  readonly baseUrl: string;
  readonly session: Pick<
    Session,
    'accessToken' | 'accountDeleted' | 'generation' | 'refresh' | 'getState' | 'subscribe'
  >;
  /** The browser's own unless given. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<ApiResponse>;
  /** GETs that were started before any code had arrived; by default those that the page started. */
  readonly earlyReads?: EarlyReads;
  /** The token that these carried. Where it is known, one of them that met a 401 need not be sent again to be refused again. */
  readonly earlyToken?: string | undefined;
  /** A clock that never goes back, in milliseconds; the browser's own unless given. */
  readonly now?: () => number;
}

/** One call of the API. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base, with its parts encoded. */
  readonly path: string;
  /** Names the call in errors and in the log, where its path would say too much. */
  readonly operation?: string;
  readonly body?: unknown;
  /** A GET that changes something: never taken from the page's early reads nor from a cache. */
  readonly changes?: true;
  /** Asks without `If-None-Match`, past the browser's cache. */
  readonly unconditional?: true;
  /** Sends the API's cookies, too. */
  readonly withCredentials?: true;
  /** A 401 is final: no refresh, no second try. */
  readonly final401?: true;
}

let started: ApiOptions | undefined;
let earlyReads: EarlyReads = {};
let startedAt = 0;
let stopWatching = () => {};

/** Starts the API's client; for the shell alone. A second start replaces the first. */
export function startApi(options: ApiOptions): void {
  stopWatching();
  started = options;
  startedAt = now();
  earlyReads = options.earlyReads ?? (typeof window === 'undefined' ? undefined : window.__earlyReads) ?? {};
  const { session } = options;
  stopWatching = session.subscribe(() => {
    // What was read for one user is not for the next.
    if (session.getState().status === 'unauthenticated') earlyReads = {};
  });
}

function api(): ApiOptions {
  if (!started) throw new Error('The API client has not been started');
  return started;
}

function now(): number {
  const { now: clock = () => performance.now() } = api();
  return clock();
}

/** The user who is signed in, as far as is known. */
export function signedInUser() {
  const state = api().session.getState();
  return state.status === 'authenticated' ? state.user : undefined;
}

/** Tells the session that its account is deleted. */
export function accountDeleted(): void {
  api().session.accountDeleted();
}

/** The address of an API path. @throws {TypeError} when the path leads out of the API. */
export function addressOf(path: string): string {
  const { baseUrl } = api();
  const base = new URL(baseUrl).href;
  const { href } = new URL(base + path);
  if (!href.startsWith(base)) throw new TypeError(`"${path}" leads out of the API`);
  return href;
}

function operationOf({ operation, method, path }: Call): string {
  return operation ?? `${method} ${path}`;
}

function cacheOf({ method, changes, unconditional }: Call): RequestCache {
  if (method !== 'GET' || changes) return 'no-store';
  return unconditional ? 'reload' : 'no-cache';
}

async function request(call: Call, token: string | undefined): Promise<ApiResponse> {
  const address = addressOf(call.path);
  const fetchAnswer = api().fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
  try {
    return await fetchAnswer(address, {
      method: call.method,
      headers: {
        Accept: 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      cache: cacheOf(call),
      credentials: call.withCredentials ? 'include' : 'omit',
      redirect: 'error', // a redirect could carry the bearer elsewhere
      signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
    });
  } catch (cause) {
    throw new CallError(operationOf(call), 'unreachable', { cause });
  }
}

/** The page's own answer to this GET, once; undefined where there is none, it failed, or too long has passed. */
async function takeEarlyRead({ method, path, changes, unconditional }: Call): Promise<ApiResponse | undefined> {
  if (method !== 'GET' || changes || unconditional || !Object.hasOwn(earlyReads, path)) return undefined;
  const read = earlyReads[path];
  delete earlyReads[path];
  if (now() - startedAt > EARLY_READ_AGE_MS) return undefined; // who tries again much later wants what is true then
  try {
    return await read;
  } catch {
    return undefined; // the call that follows tells what is wrong
  }
}

async function refresh(call: Call, rejectedToken: string | undefined, generation: number): Promise<string | undefined> {
  try {
    return await api().session.refresh(rejectedToken, generation);
  } catch (cause) {
    if (!(cause instanceof CallError)) throw new CallError(operationOf(call), 'unavailable', { cause });
    const { kind, status } = cause;
    throw new CallError(operationOf(call), kind, { ...(status === undefined ? {} : { status }), cause });
  }
}

/**
 * Sends a call and resolves with its answer, whatever the status. A 401 refreshes the tokens once and repeats the call once
 * (specification, section 7); nothing else is ever repeated.
 * @throws {CallError} when there is no answer.
 */
export async function exchange(call: Call): Promise<ApiResponse> {
  const { session, earlyToken } = api();
  const early = await takeEarlyRead(call);
  if (early?.ok) return early;
  const token = session.accessToken();
  const generation = session.generation();
  const wasRefused = early?.status === 401 && token !== undefined && token === earlyToken;
  const first = wasRefused ? early : await request(call, token);
  if (first.status !== 401 || call.final401) return first;
  const fresh = await refresh(call, token, generation);
  return fresh === undefined ? first : request(call, fresh);
}

/**
 * Sends a call and resolves with its parsed answer. Neither shows nor navigates anything.
 * @throws {CallError}
 */
export async function send<const Schema extends v.GenericSchema>(
  call: Call,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  return readResponse(operationOf(call), await exchange(call), schema);
}
