import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { request as send } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { listen } from './listen.ts';
import type { Listening } from './listen.ts';
import type { Answered, ObserveRequestsOptions } from './observe-requests.ts';
import { currentRequest, observeRequests } from './observe-requests.ts';
import { createServerLog } from './server-log.ts';

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const answerAll: RequestListener = (_request, response) => response.end('answer');

/** A server that observes its requests; `seen` resolves with the first that was answered. */
async function serve(listener: RequestListener = answerAll, options: Partial<ObserveRequestsOptions> = {}) {
  const lines: string[] = [];
  const seen = Promise.withResolvers<Answered>();
  const log = createServerLog({ server: 'a', format: 'json', write: (line) => lines.push(line) });
  const handler = observeRequests(listener, {
    log,
    accessLog: true,
    isTrusted: () => false,
    onAnswer: seen.resolve,
    ...options,
  });
  const server = await listen(handler, { port: 0, host: '127.0.0.1', variable: 'PORT' });
  open.push(server);
  const written = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { url: `http://127.0.0.1:${String(server.port)}`, log, written, seen: seen.promise };
}

test('a request is a line with its id, method, path without query, status and duration', async () => {
  const { url, written, seen } = await serve(undefined, { classify: () => 'page' });
  const answer = await fetch(`${url}/settings?code=secret`, {
    headers: { cookie: 'a=secret', authorization: 'secret' },
  });
  await seen;
  expect(written()).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      server: 'a',
      message: 'request',
      requestId: answer.headers.get('x-request-id'),
      method: 'GET',
      path: '/settings',
      kind: 'page',
      status: 200,
      durationMs: expect.any(Number),
    },
  ]);
});

test('without an access log, requests are counted and not written', async () => {
  const { url, written, seen } = await serve(undefined, { accessLog: false });
  await fetch(url);
  expect(await seen).toEqual({ kind: 'other', status: 200, seconds: expect.any(Number) });
  expect(written()).toEqual([]);
});

/** The id that a request with this id gets. */
async function idFor(id: string, isTrusted: boolean): Promise<string | null> {
  const { url } = await serve(undefined, { isTrusted: () => isTrusted });
  return (await fetch(url, { headers: { 'x-request-id': id } })).headers.get('x-request-id');
}

test('the id that a trusted proxy gives to a request counts', async () => {
  expect(await idFor('from-proxy.1', true)).toBe('from-proxy.1');
});

test.each([
  ['anybody gives', 'from-proxy.1', false],
  ['is too long', 'a'.repeat(101), true],
  ['has other characters', 'a b', true],
])('an id that %s does not count', async (_which, id, isTrusted) => {
  expect(await idFor(id, isTrusted)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
});

test('what is logged while a request is answered has its id, also after a wait', async () => {
  const { url, log, written, seen } = await serve((_request, response) => {
    setImmediate(() => {
      log.info('later');
      response.end();
    });
  });
  const answer = await fetch(url);
  await seen;
  const requestId = answer.headers.get('x-request-id');
  expect(written()).toMatchObject([
    { message: 'later', requestId },
    { message: 'request', requestId },
  ]);
});

test('the answer may say what was asked for', async () => {
  const { url, seen } = await serve((_request, response) => {
    const current = currentRequest();
    if (current) current.kind = 'GET /history/:number';
    response.end();
  });
  await fetch(url);
  expect(await seen).toMatchObject({ kind: 'GET /history/:number' });
});

test('a connection that breaks before its answer counts as 499', async () => {
  const { url, seen } = await serve((_request, response) => {
    response.write('the first half');
  });
  const request = send(url);
  request.on('error', () => undefined).end();
  const [response] = (await once(request, 'response')) as [{ destroy(): void }];
  response.destroy();
  expect(await seen).toMatchObject({ status: 499 });
});

test.each(['Host: b.example', 'host: a.example'])(
  'a request with a second host (%s) is refused before anybody reads it, and counted',
  async (second) => {
    const { url, seen } = await serve((_request, response) => response.end('handled'));
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`GET / HTTP/1.1\r\nHost: a.example\r\n${second}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 [^]*\r\nconnection: close\r\n[^]*"Host" comes twice/i);
    expect(await seen).toMatchObject({ status: 400 });
  },
);
