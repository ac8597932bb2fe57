import type { ApiResponse } from '@portal/session/http';
import { startApi } from './transport.ts';
import type { WireAccount, WireHub } from './wire.ts';

/** The base of the API in tests. */
export const TEST_API = 'https://api.example.com/v1/';

/** A call that the fake API has received. */
export interface FakeRequest {
  readonly method: string;
  /** Relative to the base. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed; undefined where there was none. */
  readonly body: unknown;
  readonly init: RequestInit;
}

/** An answer as JSON, or `text` unchanged. */
export interface FakeResponse {
  /** 200 unless given. */
  readonly status?: number;
  readonly body?: unknown;
  readonly text?: string;
  /** The connection breaks before the body has arrived. */
  readonly breaks?: true;
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
}
type ResponseSource = FakeResponse | ((request: FakeRequest) => FakeResponse | Promise<FakeResponse>);

/**
 * The fake API's answers, by "METHOD path" ("GET hubs"). The last answer of a list is repeated. A function that throws
 * breaks the connection.
 */
export type FakeResponses = Readonly<Record<string, ResponseSource | readonly ResponseSource[]>>;

/** A substitute for a `Response` with this answer, for environments that have no `Response`. */
export function toResponse({ status = 200, body, text, breaks, headers = {} }: FakeResponse): ApiResponse {
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name) => headers[name] ?? null },
    text: async () => {
      if (breaks) throw new TypeError('The connection broke');
      return text ?? (body === undefined ? '' : JSON.stringify(body));
    },
  };
}

/** An answer that the test sends when it wants to. */
export function later() {
  const { promise, resolve } = Promise.withResolvers<FakeResponse>();
  return { answer: () => promise, arrive: resolve };
}

/** A fake `fetch`; `requests` lists its calls. */
export function fakeFetch(answers: FakeResponses): {
  fetch: (url: string, init: RequestInit) => Promise<ApiResponse>;
  readonly requests: FakeRequest[];
} {
  const requests: FakeRequest[] = [];
  const left = new Map<string, ResponseSource[]>(
    Object.entries(answers).map(([call, answer]) => [call, [answer].flat()]),
  );
  return {
    requests,
    fetch: async (url, init) => {
      if (!url.startsWith(TEST_API)) throw new Error(`A call to ${url}, which is not the API`);
      const path = url.slice(TEST_API.length);
      const method = init.method ?? 'GET';
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      const headers = Object.fromEntries(
        Object.entries(init.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
      );
      const request = { method, path, headers, body, init };
      requests.push(request);
      const queue = left.get(`${method} ${path}`) ?? [];
      const answer = queue.length > 1 ? queue.shift() : queue[0];
      if (answer === undefined) throw new Error(`The fake API has no answer to ${method} ${path}`);
      return toResponse(typeof answer === 'function' ? await answer(request) : answer);
    },
  };
}

/**
 * Starts the portal's API client on a fake API; returns the list of requests, which grows. The session comes from
 * `@portal/session/testing`.
 */
export function startTestApi(answers: FakeResponses): FakeRequest[] {
  const { fetch, requests } = fakeFetch(answers);
  startApi({ baseUrl: TEST_API, fetch, earlyReads: {} });
  return requests;
}

/** An account on the wire. */
export function wireAccount(changes: Partial<WireAccount> = {}): WireAccount {
  return {
    firstname: 'Olivia',
    lastname: 'Owner',
    email: 'owner@example.com',
    roles: [],
    isBosch: true,
    language: 'en',
    country: 'de',
    lastSeen: '2026-01-31T10:00:00.000Z',
    ...changes,
  };
}

/** A hub on the wire. */
export function wireHub(changes: Partial<WireHub> = {}): WireHub {
  return {
    serial: '0012345678',
    partNumber: 'PN-100',
    activationTime: '2025-03-09T08:30:00.000Z',
    sharingMode: 'off',
    type: 'HUB',
    role: 'owner',
    ...changes,
  };
}
