import { once } from 'node:events';
import { request as send } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { REPORTS_PATH } from '@portal/contract/page-elements';
import { createServerLog } from '@portal/node-kit/server-log';
import { requestKind } from './handler.ts';
import { SamplePortal } from './testing/sample-portal.ts';

let portal: SamplePortal;
let lines: string[];

beforeEach(async () => {
  portal = await SamplePortal.released();
  lines = [];
});
afterEach(() => portal.remove());

const jsonLog = () => createServerLog({ server: 'web-server', format: 'json', write: (line) => lines.push(line) });
const start = () =>
  portal.start({
    log: jsonLog(),
    accessLog: true,
    metricsPort: 0,
  });

const written = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

/** Waits for the lines of this many requests: they are written once the connection has taken the answer. */
async function requests(count: number) {
  const found = () => written().filter(({ message }) => message === 'request');
  while (found().length < count) await new Promise(setImmediate);
  return found();
}

test.each([
  ['/settings?code=1', 'page'],
  ['/', 'page'],
  ['/nowhere/at/all', 'page'],
  ['constructor', 'page'],
  ['/assets/shell/main.0123456789abcdef.js', 'file'],
  ['/documents/terms/v2/en.pdf', 'document'],
  ['/reports', 'report'],
  ['/release.json', 'release'],
  ['/config.json', 'config'],
  ['/favicon.svg', 'site'],
  ['/.well-known/security.txt', 'site'],
])('a request for %s is one for a %s', (url, kind) => {
  expect(requestKind({ url, headers: {} })).toBe(kind);
});

test('each request is a line, and counts in the metrics by kind and status', async () => {
  const { url, metricsUrl } = await start();
  const answer = await fetch(`${url}/settings?code=1`);
  await fetch(`${url}/assets/shell/nothing.js`);
  expect(await requests(2)).toEqual([
    expect.objectContaining({
      requestId: answer.headers.get('x-request-id'),
      method: 'GET',
      path: '/settings',
      kind: 'page',
      status: 200,
    }),
    expect.objectContaining({ path: '/assets/shell/nothing.js', kind: 'file', status: 404 }),
  ]);
  const metrics = await (await fetch(metricsUrl ?? '')).text();
  expect(metrics).toContain('portal_http_requests_total{kind="page",status="200"} 1\n');
  expect(metrics).toContain('portal_http_requests_total{kind="file",status="404"} 1\n');
  expect(metrics).toContain('portal_http_request_seconds_count{kind="page"} 1\n');
  expect(metrics).toMatch(/^portal_store_reads_total\{outcome="ok"\} \d+$/m);
});

test('a look of an open page that finds nothing new is counted, and no line: there are too many', async () => {
  const { url, metricsUrl } = await start();
  const first = await fetch(`${url}/release.json`);
  await fetch(`${url}/release.json`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  await fetch(`${url}/settings`);
  expect(await requests(2)).toMatchObject([
    { path: '/release.json', status: 200 },
    { path: '/settings', status: 200 },
  ]);
  const metrics = await (await fetch(metricsUrl ?? '')).text();
  expect(metrics).toContain('portal_http_requests_total{kind="release",status="304"} 1\n');
});

test('a request that fails is an error with its id, path, stack and causes [T447]', async () => {
  let fails = false;
  const { url } = await portal.start({
    log: jsonLog(),
    clock() {
      if (fails) throw new Error('no time', { cause: new TypeError('the reason') });
      return Date.now();
    },
  });
  fails = true;
  const answer = await fetch(`${url}/settings?code=secret`);
  fails = false;
  expect(answer.status).toBe(500);
  expect(written().filter(({ level }) => level === 'error')).toEqual([
    expect.objectContaining({
      time: expect.any(String),
      message: 'page failed',
      requestId: answer.headers.get('x-request-id'),
      method: 'GET',
      path: '/settings',
      error: expect.objectContaining({
        message: 'no time',
        stack: expect.stringContaining('    at '),
        cause: expect.objectContaining({ name: 'TypeError', message: 'the reason' }),
      }),
    }),
  ]);
});

const SECRETS = [
  'anna@example.com',
  'anna%40example.com',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl',
  'Zm9vYmFyMTIzNDU2Nzg5MA',
  'opaque-secret-word',
];

/** Sends what `fetch` refuses to send. */
async function sendRaw(url: string, path: string, method: string, headers: Record<string, string>, body: string) {
  const request = send(url, { method, path, headers });
  request.end(body);
  const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
  response.resume();
  await once(response, 'end');
}

test('no line has a token, a cookie, a query, a body or an address of mail, wherever a request has it [T435]', async () => {
  const { url } = await start();
  let sent = 0;
  for (const secret of SECRETS) {
    const headers = {
      cookie: `__Host-session=${secret}; accessToken=${secret}`,
      authorization: `Bearer ${secret}`,
      referer: `https://portal.example.com/loggedin?code=${secret}`,
      'x-forwarded-for': secret,
      'x-request-id': secret,
      'user-agent': secret,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ visit: secret, reports: [{ part: secret, version: secret, failure: secret }] });
    const inPath = secret.startsWith('opaque') ? '' : secret;
    for (const path of ['/settings', '/nowhere', '/assets/mfe-hubs', '/documents/terms', '/release.json']) {
      await sendRaw(url, `${path}/${inPath}?token=${secret}`, 'GET', headers, '');
      sent += 1;
    }
    for (const [path, text] of [
      [REPORTS_PATH, body],
      [REPORTS_PATH, secret],
      ['/settings', body],
    ] as const) {
      await sendRaw(url, path, 'POST', headers, text);
      sent += 1;
    }
  }
  await requests(sent);
  for (const secret of SECRETS) expect(lines.join('\n')).not.toContain(secret);
});
