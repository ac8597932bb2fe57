import { afterEach, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { buildMetrics, httpMetrics, processMetrics } from './http-metrics.ts';
import type { Listening } from './listen.ts';
import { listenForOperators, Readiness } from './operator-server.ts';
import { PORTAL_VERSION } from './portal-version.ts';
import { createServerLog } from './server-log.ts';

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(options: Partial<Parameters<typeof listenForOperators>[0]> = {}) {
  const lines: string[] = [];
  const log = createServerLog({ server: 'a', format: 'text', write: (line) => lines.push(line) });
  const server = await listenForOperators({
    registry: new Registry(),
    readiness: new Readiness(),
    log,
    port: 0,
    host: '127.0.0.1',
    variable: 'METRICS_PORT',
    ...options,
  });
  open.push(server);
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${String(server.port)}${path}`, init);
  return { get, lines };
}

test('says whether the process runs, and whether it should get requests', async () => {
  let why: string | undefined = 'No release is served.';
  const readiness = new Readiness(() => Promise.resolve(why));
  const { get } = await serve({ readiness });
  const answers = async () =>
    Promise.all(
      ['/livez', '/readyz'].map(async (path) => {
        const answer = await get(path);
        return [answer.status, await answer.json()];
      }),
    );
  expect(await answers()).toEqual([
    [200, { alive: true }],
    [503, { ready: false, why }],
  ]);
  why = undefined;
  expect((await answers())[1]).toEqual([200, { ready: true }]);
  readiness.drain();
  expect(await answers()).toEqual([
    [200, { alive: true }],
    [503, { ready: false, why: 'The server is stopping.' }],
  ]);
});

test('gives out metrics of requests, of the process and of its version in the text format of Prometheus', async () => {
  const registry = new Registry();
  const count = httpMetrics(registry);
  processMetrics(registry);
  buildMetrics(registry);
  count({ kind: 'page', status: 200, seconds: 0.004 });
  const { get } = await serve({ registry });
  const answer = await get('/metrics');
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  expect(text).toContain('portal_http_requests_total{kind="page",status="200"} 1\n');
  expect(text).toContain('portal_http_request_seconds_bucket{le="0.005",kind="page"} 1\n');
  expect(text).toContain(`portal_build_info{version="${PORTAL_VERSION}"} 1\n`);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
});

test('answers nothing else, and nothing but GET and HEAD', async () => {
  const { get } = await serve();
  expect((await get('/')).status).toBe(404);
  expect((await get('/metrics', { method: 'HEAD' })).status).toBe(200);
  expect((await get('/metrics', { method: 'POST' })).status).toBe(405);
});

test('a figure that cannot be had is 500 and an error in the log', async () => {
  const routes = { '/visits.json': () => Promise.reject(new Error('no visits')) };
  const { get, lines } = await serve({ routes });
  expect((await get('/visits.json')).status).toBe(500);
  expect(lines).toEqual([expect.stringContaining('Error: no visits')]);
});
