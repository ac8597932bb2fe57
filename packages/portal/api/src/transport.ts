import { inTime, WAIT_LIMIT_MS } from '@portal/contract/time-limit';
import { CallError, session } from '@portal/session';
import { authorizedRequest } from '@portal/session/authorized-request';
import { connectApi, getOperation, readResponse, readText } from '@portal/session/http';
import type { ApiConnection, ApiResponse, Call } from '@portal/session/http';
import type * as v from 'valibot';

export interface ApiOptions extends ApiConnection {
  /** GETs that the page started before any code arrived, by path. */
  readonly earlyReads?: Readonly<Record<string, Promise<ApiResponse> | undefined>> | undefined;
  /** The bodies of those that have been answered with success; grows. */
  readonly earlyTexts?: Readonly<Record<string, string>> | undefined;
  /** When the early reads began, on the clock `now`; the start of the client by default. */
  readonly earlyReadsAt?: number | undefined;
  /**
   * The token of the early reads: a read that was answered with 401 is not repeated with this token, but after a
   * refresh.
   */
  readonly earlyToken?: string | undefined;
  /** A clock that never goes back, in milliseconds; the browser's by default. */
  readonly now?: () => number;
}

/** A read that a later call for its path takes, instead of asking again. */
interface KnownRead {
  /**
   * `early`: the page began it before any code arrived. `ahead`: before anybody needed it. `late`: it came when nobody
   * waited any more.
   */
  readonly kind: 'early' | 'ahead' | 'late';
  readonly answer: Promise<ApiResponse>;
  /** When it began; when it came if it is late. */
  readonly at: number;
  /** What `peek` has parsed. */
  peeked?: { readonly schema: v.GenericSchema; readonly output: unknown };
}

let started: ApiOptions | undefined;
/** By path. Another user gets another map. */
let reads = new Map<string, KnownRead>();
/** How many changes are under way: what is read meanwhile may be from before or after them. */
let changesUnderWay = 0;
const outcomeListeners = new Set<(known: Promise<void>) => void>();
let stopWatching = () => {};

/** Starts the API's client; only for the shell. A second start replaces the first. */
export function startApi(options: ApiOptions): void {
  stopWatching();
  connectApi(options);
  started = options;
  const at = options.earlyReadsAt ?? now();
  reads = new Map();
  for (const [path, answer] of Object.entries(options.earlyReads ?? {}))
    if (answer) reads.set(path, { kind: 'early', answer, at });
  changesUnderWay = 0;
  stopWatching = session.subscribe(() => {
    // The next user must not get this user's data.
    const state = session.getState();
    if (state.status !== 'unauthenticated') return;
    if (state.reason === 'trouble') forgetReads('early', 'ahead');
    else reads = new Map();
  });
}

/**
 * Calls `listener` when a change gets no answer, or none in time, so that nobody knows whether it was made; `known`
 * resolves if the answer still comes. Returns a function that stops it. For the shell.
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
 * Whether a 401 to a call with a password means a wrong password. The tokens are not the reason: they were refreshed
 * once, and a refused refresh would have ended the session.
 */
export function isWrongPassword({ kind }: CallError): boolean {
  return kind === 'unauthenticated' && signedInUser() !== undefined;
}

/** What the API's name of an error means, or a wrong password. @throws every other `error` */
export function refusalIn<Refusal extends string>(
  error: unknown,
  refusals: Readonly<Record<string, Refusal>>,
): Refusal | 'wrong-password' {
  if (error instanceof CallError) {
    const [, refusal] = Object.entries(refusals).find(([name]) => name === error.codes[0]?.error) ?? [];
    if (refusal !== undefined) return refusal;
    if (isWrongPassword(error)) return 'wrong-password';
  }
  throw error;
}

/** Whether something that began at `time` is older than a wait may be; data of that age is not current either. */
function isPast(time: number): boolean {
  return now() - time > WAIT_LIMIT_MS;
}

function isPlainRead({ method, changes }: Call): boolean {
  return method === 'GET' && !changes;
}

/** Drops what is known of these kinds. */
function forgetReads(...kinds: readonly KnownRead['kind'][]): void {
  for (const [path, { kind }] of reads) if (kinds.includes(kind)) reads.delete(path);
}

/** The read of this path that a call may take; undefined if there is none, or it is too old. */
function knownRead(call: Call): KnownRead | undefined {
  const read = reads.get(call.path);
  const isFresh = call.unconditional === true && read?.kind !== 'late';
  return read && isPlainRead(call) && !isFresh && !isPast(read.at) ? read : undefined;
}

/** Takes the read of this path, once; a change makes all but the early ones outdated. */
function takeRead(call: Call): KnownRead | undefined {
  const read = knownRead(call);
  if (isPlainRead(call)) reads.delete(call.path);
  else forgetReads('ahead', 'late');
  return read;
}

/** Drops what was read during a change: only what is read after it is known to be current. */
function forgetReadsAfter(change: Promise<unknown>): void {
  changesUnderWay += 1;
  const forget = () => {
    changesUnderWay -= 1;
    forgetReads('ahead', 'late');
  };
  change.then(forget, forget);
}

/** Nobody knows whether a change was made; `known` resolves if its answer still comes. Tells the shell. */
function reportUnknown(call: Call, known: Promise<void>): void {
  if (!isPlainRead(call) && !call.unattended) for (const listener of outcomeListeners) listener(known);
}

const never = (): Promise<never> => new Promise(() => undefined);

/**
 * Whether the connection of a call broke, which may have been carried out all the same: `fetch` does not say how far it
 * got. A refresh before the call, whose own failure is then the cause, is no such case.
 */
function isLost(error: unknown): boolean {
  return error instanceof CallError && error.kind === 'unreachable' && !(error.cause instanceof CallError);
}

/**
 * The error of a call whose answer is late. The request goes on: a change is not sent again, and a read's answer is
 * kept for the next call.
 */
function giveUp(call: Call, answer: Promise<ApiResponse>): CallError {
  const kept = reads; // of this user
  const late = answer.then((arrived) => {
    if (!arrived.ok) throw new CallError(getOperation(call), 'unavailable', { status: arrived.status });
    if (isPlainRead(call)) kept.set(call.path, { kind: 'late', answer: Promise.resolve(arrived), at: now() });
  });
  late.catch(() => undefined); // nobody has to wait for it
  reportUnknown(call, late);
  return new CallError(getOperation(call), 'timed-out', { late });
}

/** The answer with its body read, which may also take long. */
async function withBody(call: Call, answer: ApiResponse): Promise<ApiResponse> {
  const { ok, status, headers } = answer;
  const body = answer.text();
  // Whoever reads the body gets the failure.
  await body.catch(() => reportUnknown(call, never()));
  return { ok, status, headers, text: () => body };
}

async function ask(call: Call, refused?: { readonly answer: ApiResponse; readonly token: string | undefined }) {
  try {
    return await withBody(call, await authorizedRequest(call, refused));
  } catch (error) {
    if (isLost(error)) reportUnknown(call, never());
    throw error;
  }
}

/** The answer of a read that has begun already; if it failed, of another one. */
async function readAnswer(call: Call, { kind, answer, at }: KnownRead): Promise<ApiResponse> {
  let known: ApiResponse | undefined;
  try {
    known = await answer;
  } catch (cause) {
    // The call that follows reports the failure, if there is time for it.
    if (kind === 'early' && isPast(at)) throw new CallError(getOperation(call), 'unreachable', { cause });
  }
  if (known?.ok) return await withBody(call, known);
  return await ask(
    call,
    kind === 'early' && known?.status === 401 ? { answer: known, token: api().earlyToken } : undefined,
  );
}

/**
 * Sends a call and resolves with its answer, whatever the status. All steps share one limit: an early read that fails,
 * a refresh, and the call after it. @throws {CallError} when there is no answer, or none in time.
 */
export async function exchange(call: Call): Promise<ApiResponse> {
  const known = takeRead(call);
  const since = known?.kind === 'early' ? known.at : now();
  const answer = known ? readAnswer(call, known) : ask(call);
  if (!isPlainRead(call)) forgetReadsAfter(answer);
  return await inTime(since + WAIT_LIMIT_MS - now(), answer, () => giveUp(call, answer));
}

/**
 * Sends a call and resolves with its parsed answer. It shows no message and does not navigate.
 * @throws {CallError}
 */
export async function send<const Schema extends v.GenericSchema>(
  call: Call,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const shown = knownRead(call)?.peeked;
  if (shown?.output === undefined || shown.schema !== schema)
    return readResponse(getOperation(call), await exchange(call), schema);
  reads.delete(call.path);
  return shown.output;
}

/**
 * The parsed answer of a page's early read that is there already, for the first rendering; undefined if there is none,
 * or it is no valid one. It stays for the call, which everybody who shows it has to make, too: that one says what is
 * wrong, and a later one asks anew.
 */
export function peek<const Schema extends v.GenericSchema>(
  call: Call,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  const read = knownRead(call);
  const text = read?.kind === 'early' ? api().earlyTexts?.[call.path] : undefined;
  if (!read || text === undefined) return undefined;
  if (read.peeked?.schema !== schema) read.peeked = { schema, output: readText(text, schema) };
  return read.peeked.output;
}

/**
 * Begins the GET of a page that somebody is likely to open next. The next call for the path within ten seconds takes
 * its answer, unless something has been changed since. Only for reads that a declaration names; for the shell. Failures
 * show in that call.
 */
export function readAhead(path: string): void {
  const call: Call = { method: 'GET', path };
  const known = knownRead(call);
  if (changesUnderWay > 0 || known?.kind === 'ahead') return;
  const kept = reads; // of this user
  const answer = known ? readAnswer(call, known) : ask(call);
  const read: KnownRead = { kind: 'ahead', answer, at: known?.at ?? now() };
  kept.set(path, read);
  answer.catch(() => {
    if (kept.get(path) === read) kept.delete(path); // the call that follows makes its own
  });
}
