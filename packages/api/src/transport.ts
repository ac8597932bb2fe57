import type { EarlyReads } from '@portal/contract/page-elements';
import { session } from '@portal/session';
import type { CallError } from '@portal/session';
import { authorizedRequest } from '@portal/session/authorized-request';
import { connectApi, operationOf, readResponse } from '@portal/session/http';
import type { ApiConnection, ApiResponse, Call } from '@portal/session/http';
import type * as v from 'valibot';

/** How long an early read counts as current, in milliseconds after its start. */
const EARLY_READ_AGE_MS = 10_000;

export interface ApiOptions extends ApiConnection {
  /** GETs that the page started before any code arrived. */
  readonly earlyReads?: EarlyReads | undefined;
  /** The token of the early reads: a read that was answered with 401 is not repeated with this token, but after a refresh. */
  readonly earlyToken?: string | undefined;
  /** A clock that never goes back, in milliseconds; the browser's by default. */
  readonly now?: () => number;
}

let started: ApiOptions | undefined;
let earlyReads: EarlyReads = {};
let startedAt = 0;
let stopWatching = () => {};

/** Starts the API's client; only for the shell. A second start replaces the first. */
export function startApi(options: ApiOptions): void {
  stopWatching();
  connectApi(options);
  started = options;
  startedAt = now();
  earlyReads = options.earlyReads ?? {};
  stopWatching = session.subscribe(() => {
    // The next user must not get this user's data.
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

/** The signed-in user; undefined if there is none, or not yet known. */
export function signedInUser() {
  const state = session.getState();
  return state.status === 'authenticated' ? state.user : undefined;
}

/**
 * Whether a 401 to a call with a password means a wrong password. The tokens are not the reason: they were refreshed once, and a refused
 * refresh would have ended the session.
 */
export function isWrongPassword({ kind }: CallError): boolean {
  return kind === 'unauthenticated' && signedInUser() !== undefined;
}

/** The answer of the page's early read for this GET, once; undefined if there is none, or it failed or is too old. */
async function takeEarlyRead({ method, path, changes, unconditional }: Call): Promise<ApiResponse | undefined> {
  if (method !== 'GET' || changes || unconditional || !Object.hasOwn(earlyReads, path)) return undefined;
  const read = earlyReads[path];
  delete earlyReads[path];
  if (now() - startedAt > EARLY_READ_AGE_MS) return undefined; // a later call needs current data
  try {
    return await read;
  } catch {
    return undefined; // the ordinary call that follows reports the failure
  }
}

/** Sends a call and resolves with its answer, whatever the status. @throws {CallError} when there is no answer. */
export async function exchange(call: Call): Promise<ApiResponse> {
  const early = await takeEarlyRead(call);
  if (early?.ok) return early;
  return await authorizedRequest(call, early?.status === 401 ? { answer: early, token: api().earlyToken } : undefined);
}

/**
 * Sends a call and resolves with its parsed answer. It shows no message and does not navigate.
 * @throws {CallError}
 */
export async function send<const Schema extends v.GenericSchema>(
  call: Call,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  return readResponse(operationOf(call), await exchange(call), schema);
}
