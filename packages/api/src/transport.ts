import { inTime, WAIT_LIMIT_MS } from '@portal/contract/time-limit';
import { CallError, session } from '@portal/session';
import { authorizedRequest } from '@portal/session/authorized-request';
import { connectApi, operationOf, readResponse, readText } from '@portal/session/http';
import type { ApiConnection, ApiResponse, Call } from '@portal/session/http';
import type * as v from 'valibot';

interface EarlyAnswers {
  [path: string]: Promise<ApiResponse> | undefined;
}

export interface ApiOptions extends ApiConnection {
  /** GETs that the page started before any code arrived, by path. */
  readonly earlyReads?: EarlyAnswers | undefined;
  /** The bodies of those that have been answered with success; grows. */
  readonly earlyTexts?: Readonly<Record<string, string>> | undefined;
  /** When the early reads began, on the clock `now`; the start of the client by default. */
  readonly earlyReadsAt?: number | undefined;
  /** The token of the early reads: a read that was answered with 401 is not repeated with this token, but after a refresh. */
  readonly earlyToken?: string | undefined;
  /** A clock that never goes back, in milliseconds; the browser's by default. */
  readonly now?: () => number;
}

let started: ApiOptions | undefined;
let earlyReads: EarlyAnswers = {};
/** The bodies of those that have come. */
let earlyTexts: Readonly<Record<string, string>> = {};
/** When the early reads began. */
let startedAt = 0;
/** Answers of reads that nobody waited for any more, and when they came. */
let lateAnswers = new Map<string, { readonly answer: ApiResponse; readonly at: number }>();
/** Reads that began before anybody needed them, by path, and when. */
let readsAhead = new Map<string, { readonly answer: Promise<ApiResponse>; readonly at: number }>();
/** How many changes are under way: what is read meanwhile may be from before or after them. */
let changesUnderWay = 0;
const outcomeListeners = new Set<(known: Promise<void>) => void>();
let stopWatching = () => {};

/** Starts the API's client; only for the shell. A second start replaces the first. */
export function startApi(options: ApiOptions): void {
  stopWatching();
  connectApi(options);
  started = options;
  startedAt = options.earlyReadsAt ?? now();
  earlyReads = options.earlyReads ?? {};
  earlyTexts = options.earlyTexts ?? {};
  peeked.clear();
  lateAnswers = new Map();
  readsAhead = new Map();
  changesUnderWay = 0;
  stopWatching = session.subscribe(() => {
    // The next user must not get this user's data.
    const state = session.getState();
    if (state.status !== 'unauthenticated') return;
    earlyReads = {};
    earlyTexts = {};
    peeked.clear();
    readsAhead = new Map();
    if (state.reason !== 'trouble') lateAnswers = new Map();
  });
}

/**
 * Calls `listener` when a change gets no answer, or none in time, so that nobody knows whether it was made; `known` resolves if the answer still comes.
 * Returns a function that stops it. For the shell.
 */
export function onUnknownOutcome(listener: (known: Promise<void>) => void): () => void {
  outcomeListeners.add(listener);
  return () => outcomeListeners.delete(listener);
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

/** Whether something that began at `time` is older than a wait may be; data of that age is not current either. */
function isPast(time: number): boolean {
  return now() - time > WAIT_LIMIT_MS;
}

function isPlainRead({ method, changes }: Call): boolean {
  return method === 'GET' && !changes;
}

function hasEarlyRead(call: Call): boolean {
  return isPlainRead(call) && !call.unconditional && Object.hasOwn(earlyReads, call.path);
}

/** The answer that came after an earlier call for it had given up, once; a change makes it outdated. */
function takeLateAnswer(call: Call): ApiResponse | undefined {
  if (!isPlainRead(call)) lateAnswers.clear();
  const late = lateAnswers.get(call.path);
  lateAnswers.delete(call.path);
  return late && !isPast(late.at) ? late.answer : undefined;
}

/** The read of this path that began ahead, once; a change makes it outdated. */
function takeReadAhead(call: Call): { readonly answer: Promise<ApiResponse>; readonly at: number } | undefined {
  if (!isPlainRead(call)) readsAhead.clear();
  const read = readsAhead.get(call.path);
  readsAhead.delete(call.path);
  return read && !call.unconditional && !isPast(read.at) ? read : undefined;
}

/** Drops what was read during a change: only what is read after it is known to be current. */
function forgetReadsAfter(change: Promise<unknown>): void {
  changesUnderWay += 1;
  const forget = () => {
    changesUnderWay -= 1;
    readsAhead.clear();
    lateAnswers.clear();
  };
  change.then(forget, forget);
}

/** Nobody knows whether a change was made; `known` resolves if its answer still comes. Tells the shell. */
function reportUnknown(call: Call, known: Promise<void>): void {
  if (!isPlainRead(call) && !call.unattended) for (const listener of outcomeListeners) listener(known);
}

const never = (): Promise<never> => new Promise(() => undefined);

/**
 * Whether the connection of a call broke, which may have been carried out all the same: `fetch` does not say how far it got. A refresh before
 * the call, whose own failure is then the cause, is no such case.
 */
function isLost(error: unknown): boolean {
  return error instanceof CallError && error.kind === 'unreachable' && !(error.cause instanceof CallError);
}

/** The error of a call whose answer is late. The request goes on: a change is not sent again, and a read's answer is kept for the next call. */
function giveUp(call: Call, answer: Promise<ApiResponse>): CallError {
  const kept = lateAnswers; // of this user: the next one gets another map
  const late = answer.then((arrived) => {
    if (!arrived.ok) throw new CallError(operationOf(call), 'unavailable', { status: arrived.status });
    if (isPlainRead(call)) kept.set(call.path, { answer: arrived, at: now() });
  });
  late.catch(() => undefined); // nobody has to wait for it
  reportUnknown(call, late);
  return new CallError(operationOf(call), 'timed-out', { late });
}

/** The answer of the page's early read for this GET, once; undefined if there is none, or it failed or is too old. */
async function takeEarlyRead(call: Call): Promise<ApiResponse | undefined> {
  if (!hasEarlyRead(call)) return undefined;
  const read = earlyReads[call.path];
  delete earlyReads[call.path];
  if (isPast(startedAt)) return undefined; // a later call needs current data
  try {
    return await read;
  } catch (cause) {
    if (isPast(startedAt)) throw new CallError(operationOf(call), 'unreachable', { cause });
    return undefined; // the ordinary call that follows reports the failure
  }
}

/** The answer with its body read, which may also take long. */
async function withBody(call: Call, answer: ApiResponse): Promise<ApiResponse> {
  const { ok, status, headers } = answer;
  const body = answer.text();
  // Whoever reads the body gets the failure.
  await body.catch(() => reportUnknown(call, never()));
  return { ok, status, headers, text: () => body };
}

async function answerTo(call: Call): Promise<ApiResponse> {
  const early = await takeEarlyRead(call);
  const refused = early?.status === 401 ? { answer: early, token: api().earlyToken } : undefined;
  if (early?.ok) return await withBody(call, early);
  try {
    return await withBody(call, await authorizedRequest(call, refused));
  } catch (error) {
    if (isLost(error)) reportUnknown(call, never());
    throw error;
  }
}

/**
 * Sends a call and resolves with its answer, whatever the status. All steps share one limit: an early read that fails, a refresh, and the call
 * after it. @throws {CallError} when there is no answer, or none in time.
 */
export async function exchange(call: Call): Promise<ApiResponse> {
  const kept = takeLateAnswer(call);
  if (kept) return kept;
  const ahead = takeReadAhead(call);
  const since = !ahead && hasEarlyRead(call) && !isPast(startedAt) ? startedAt : now();
  const answer = ahead
    ? ahead.answer.then(
        (read) => (read.ok ? read : answerTo(call)),
        () => answerTo(call),
      )
    : answerTo(call);
  if (!isPlainRead(call)) forgetReadsAfter(answer);
  return await inTime(since + WAIT_LIMIT_MS - now(), answer, () => giveUp(call, answer));
}

/** What `peek` has parsed, by path, for the call that takes the read. */
const peeked = new Map<string, { readonly schema: v.GenericSchema; readonly output: unknown }>();

/** The answer that the page has shown already, once. */
function takePeeked<Schema extends v.GenericSchema>(
  call: Call,
  schema: Schema,
): { readonly output: v.InferOutput<Schema> } | undefined {
  const known = peeked.get(call.path);
  peeked.delete(call.path);
  if (known?.output === undefined || known.schema !== schema || !hasEarlyRead(call) || isPast(startedAt))
    return undefined;
  delete earlyReads[call.path];
  // The schema has made it.
  return { output: known.output as v.InferOutput<Schema> };
}

/**
 * Sends a call and resolves with its parsed answer. It shows no message and does not navigate.
 * @throws {CallError}
 */
export async function send<const Schema extends v.GenericSchema>(
  call: Call,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const shown = takePeeked(call, schema);
  return shown ? shown.output : readResponse(operationOf(call), await exchange(call), schema);
}

/**
 * The parsed answer of a page's early read that is there already, for the first rendering; undefined if there is none, or it is no valid one.
 * It stays for the call, which everybody who shows it has to make, too: that one says what is wrong, and a later one asks anew.
 */
export function peek<const Schema extends v.GenericSchema>(
  call: Call,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  const text = hasEarlyRead(call) && !isPast(startedAt) ? earlyTexts[call.path] : undefined;
  if (text === undefined) return undefined;
  const known = peeked.get(call.path);
  const output: v.InferOutput<Schema> | undefined = known?.schema === schema ? known.output : readText(text, schema);
  peeked.set(call.path, { schema, output });
  return output;
}

/**
 * Begins the GET of a page that somebody is likely to open next. The next call for the path within ten seconds takes its answer, unless
 * something has been changed since. Only for reads that a declaration names; for the shell. Failures show in that call.
 */
export function readAhead(path: string): void {
  const known = readsAhead.get(path);
  if (changesUnderWay > 0 || (known && !isPast(known.at))) return;
  const kept = readsAhead; // of this user: the next one gets another map
  const read = { answer: answerTo({ method: 'GET', path }), at: now() };
  kept.set(path, read);
  read.answer.catch(() => {
    if (kept.get(path) === read) kept.delete(path); // the call that follows makes its own
  });
}
