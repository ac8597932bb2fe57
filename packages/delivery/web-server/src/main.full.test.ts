import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { listen } from '@portal/node-kit/listen';
import { PORTAL_VERSION } from '@portal/node-kit/portal-version';
import { freePort } from '@portal/node-kit/testing';
import { openFolderStore } from '@portal/release/store';
import { SamplePortal } from './testing/sample-portal.ts';
import type { ServerProcess } from './testing/server-process.ts';
import { startServerProcess } from './testing/server-process.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-web-'));
});
const running: ServerProcess[] = [];
afterEach(async () => {
  for (const { child, exit } of running.splice(0)) {
    child.kill('SIGKILL');
    await exit;
  }
  await rm(folder, { recursive: true });
});

/** Publishes and releases the sample portal in the store of the folder. */
async function makeStore(): Promise<void> {
  const portal = new SamplePortal(openFolderStore(join(folder, 'store'), { state: folder }));
  await portal.publishAll();
  await portal.release();
}

/** Starts the web server on the folder; the test's end stops it. */
async function run(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const started = await startServerProcess({ PORTAL_STATE: folder, ...env });
  running.push(started);
  return started;
}

/** Asks until the answer is the expected one. */
async function until<Value>(ask: () => Promise<Value>, expected: Value): Promise<void> {
  while ((await ask().catch(() => undefined)) !== expected) await setImmediate();
}

/** On a busy machine the store is slow; the lines that say so are not looked at. */
const OF_SLOW_STORE = / is slow to answer; | in time again/;
const withoutSlowStore = (text: string) =>
  text
    .split('\n')
    .filter((line) => !OF_SLOW_STORE.test(line))
    .join('\n');

test('takes its settings, says what it runs on when it is ready, and stops cleanly on SIGTERM', async () => {
  await makeStore();
  const [PORTAL_STATE, METRICS_PORT] = [join(folder, 'own', 'state'), String(await freePort())];
  const places = { PORTAL_STATE, STORE: join(folder, 'store'), LOG_KEYS: join(folder, 'trusted-keys') };
  const hosts = { HOST: '127.0.0.2', METRICS_HOST: '127.0.0.3' };
  const { child, output, exit, ready } = await run({ ...places, ...hosts, METRICS_PORT });
  const url = await ready();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
  expect((await fetch(`${url}/login`)).status).toBe(200);
  const metrics = `http://127.0.0.3:${METRICS_PORT}/metrics`;
  expect(await (await fetch(metrics)).text()).toContain('portal_release_number 1');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(await readdir(join(PORTAL_STATE, 'web-server'))).toContain('visit-key');
  const started = `version=${PORTAL_VERSION} store=${join(folder, 'store')} address=${url} metrics=${metrics}`;
  expect(withoutSlowStore(output.out)).toBe(
    `Portal: ${url} (release 1) ${started}\nStopping signal=SIGTERM\nStopped\n`,
  );
  expect(withoutSlowStore(output.error)).toBe('');
});

test('without a store or a release it answers 503 and says why, in the log and to operators, until there is one', async () => {
  const metricsPort = String(await freePort());
  const { output, ready } = await run({ METRICS_PORT: metricsPort });
  const url = await ready();
  const status = async () => (await fetch(`${url}/settings`)).status;
  const operator = async (path: string) => (await fetch(`http://127.0.0.1:${metricsPort}${path}`)).text();
  expect(await status()).toBe(503);
  const { ready: isReady, why } = JSON.parse(await operator('/readyz')) as { ready: boolean; why: string };
  expect([isReady, why]).toEqual([false, expect.stringContaining(join(folder, 'store'))]);
  expect(await operator('/metrics')).toContain('\nportal_store_readable 0\n');
  expect(withoutSlowStore(output.error)).toBe(`${why}\n`);
  const portal = new SamplePortal(openFolderStore(join(folder, 'store'), { state: folder }));
  await portal.publishAll();
  await until(async () => (await operator('/readyz')).includes(why), false);
  await portal.release();
  await until(status, 200);
  await until(async () => output.out.endsWith(' release=1\n'), true);
});

test('exits with 1 and one sentence when the configuration has a bad key', async () => {
  const file = join(folder, 'config.json');
  await writeFile(file, '{"apiBaseUrl": 1}');
  const { output, exit } = await run({ PORTAL_CONFIG: file });
  expect(await exit).toEqual([1, null]);
  expect(output).toEqual({ out: '', error: expect.stringMatching(/^PORTAL_CONFIG .*"apiBaseUrl".*\n$/) });
});

test('by default its log is JSON with a line for each request; stopping, it is not ready and still answers for DRAIN_SECONDS', async () => {
  await makeStore();
  const [port, metricsPort] = [String(await freePort()), String(await freePort())];
  const operator = `http://127.0.0.1:${metricsPort}`;
  const { child, output, exit } = await run({
    PORTAL_PORT: port,
    METRICS_PORT: metricsPort,
    LOG_FORMAT: '',
    ACCESS_LOG: '',
    // Longer than the test waits: the second signal ends it at once.
    DRAIN_SECONDS: '300',
  });
  const readStatus = async (url: string) => (await fetch(url)).status;
  await until(() => readStatus(`${operator}/readyz`), 200);
  expect(await readStatus(`http://localhost:${port}/settings?code=secret`)).toBe(200);
  const written = () =>
    output.out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ message }) => !OF_SLOW_STORE.test(String(message)));
  await until(async () => written().some(({ message }) => message === 'request'), true);
  expect(written()).toMatchObject([
    { level: 'info', message: `Portal: http://localhost:${port} (release 1)` },
    { level: 'info', message: 'request', method: 'GET', path: '/settings', kind: 'page', status: 200 },
  ]);
  child.kill('SIGTERM');
  await until(() => readStatus(`${operator}/readyz`), 503);
  expect(await readStatus(`${operator}/livez`)).toBe(200);
  expect(await readStatus(`http://localhost:${port}/settings`)).toBe(200);
  child.kill('SIGTERM');
  expect(await exit).toEqual([1, null]);
  expect(output.error).toBe('');
});

test('stops on SIGTERM while it waits for the first answer of its store', async () => {
  await makeStore();
  const silent = await listen(() => {}, { port: 0, host: '127.0.0.1', variable: 'PORT', grace: 0 });
  const metricsPort = String(await freePort());
  const { child, output, exit } = await run({
    METRICS_PORT: metricsPort,
    STORE: 's3://portal/releases',
    LOG_KEYS: join(folder, 'trusted-keys'),
    S3_ENDPOINT: `http://127.0.0.1:${String(silent.port)}`,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
  try {
    await until(async () => (await fetch(`http://127.0.0.1:${metricsPort}/livez`)).status, 200);
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(output.out).toMatch(/^Stopping signal=SIGTERM\nStopped\n$/m);
  } finally {
    await silent.close();
  }
});
