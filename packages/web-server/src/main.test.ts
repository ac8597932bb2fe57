import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { parseLiveView } from '@portal/contract/live-view';
import { REPORTS_PATH } from '@portal/contract/page-elements';
import { listen } from '@portal/node-kit/listen';
import { PORTAL_VERSION } from '@portal/node-kit/portal-version';
import { freePort } from '@portal/node-kit/testing';
import { openDriver } from '@portal/release/open-driver';
import { openMemoryStore } from '@portal/release/memory-store';
import type { S3Server } from '@portal/release/s3-server';
import { startS3Server } from '@portal/release/s3-server';
import { openFolderStore } from '@portal/release/store';
import { localConfig } from './local-config.ts';
import { SamplePortal } from './testing/sample-portal.ts';
import type { ServerProcess } from './testing/server-process.ts';
import { startServerProcess } from './testing/server-process.ts';

let folder = '';
let s3: S3Server | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-web-'));
});
const running: ServerProcess[] = [];
afterEach(async () => {
  for (const { child, exit } of running.splice(0)) {
    child.kill('SIGKILL');
    await exit;
  }
  await s3?.stop();
  await rm(folder, { recursive: true });
});

/** Publishes and releases the sample portal in the store of the folder. */
async function makeStore(): Promise<SamplePortal> {
  const portal = new SamplePortal(openFolderStore(join(folder, 'store'), { state: folder }));
  await portal.publish('shell');
  await portal.publish('mfe-hubs');
  await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
  await portal.release();
  return portal;
}

/** Starts the web server on the folder; the test's end stops it. */
async function run(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const started = await startServerProcess({ PORTAL_STATE: folder, ...env });
  running.push(started);
  return started;
}

const numberAt = async (url: string) => parseLiveView(await (await fetch(`${url}/release.json`)).json()).number;

/** Asks until the answer is the expected one. */
async function until<Value>(ask: () => Promise<Value>, expected: Value): Promise<void> {
  while ((await ask().catch(() => undefined)) !== expected) await setImmediate();
}

test('says where it is and what it runs on when it is ready, stops cleanly on SIGTERM, and says that, too', async () => {
  await makeStore();
  const METRICS_PORT = String(await freePort());
  const { child, output, exit, ready } = await run({ METRICS_PORT });
  const url = await ready();
  expect((await fetch(`${url}/login`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  const started = `version=${PORTAL_VERSION} store=${join(folder, 'store')} address=${url} metrics=http://127.0.0.1:${METRICS_PORT}/metrics`;
  expect(output.out).toBe(`Portal: ${url} (release 1) ${started}\nStopping signal=SIGTERM\nStopped\n`);
  expect(output.error).toBe('');
});

test('on SIGTERM it finishes the request under way, takes no further one, and exits with 0', async () => {
  await makeStore();
  const { child, exit, ready } = await run();
  const { port, host } = new URL(await ready());
  const body = JSON.stringify([{ part: 'mfe-hubs', version: '1.0.0', loadedIn: 7 }]);
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  let answer = '';
  socket.setEncoding('utf8').on('data', (words: string) => (answer += words));
  const head = [
    `POST ${REPORTS_PATH} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    'Expect: 100-continue',
  ];
  socket.write(`${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n`);
  await once(socket, 'data'); // the server waits for the body
  child.kill('SIGTERM');
  const refused = async () => {
    const other = connect({ host: '127.0.0.1', port: Number(port) });
    const outcome = await once(other, 'connect').then(
      () => 'accepted',
      () => 'refused',
    );
    other.destroy();
    return outcome;
  };
  await until(refused, 'refused');
  socket.write(body);
  expect(await exit).toEqual([0, null]);
  expect(answer).toMatch(/HTTP\/1\.1 204 /);
});

test('after SIGKILL it starts again with the same pages, and has changed nothing in the store', async () => {
  const { store } = await makeStore();
  const objects = await store.driver.list('');
  const ports = { PORTAL_PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
  const first = await run(ports);
  const page = await (await fetch(`${await first.ready()}/settings`)).text();
  first.child.kill('SIGKILL');
  expect(await first.exit).toEqual([null, 'SIGKILL']);
  const second = await run(ports);
  expect(await (await fetch(`${await second.ready()}/settings`)).text()).toBe(page);
  expect(await store.driver.list('')).toEqual(objects);
  expect(second.output.error).toBe('');
});

test('while its store is gone it serves pages and files from memory, and follows releases again once it is back', async () => {
  const portal = await makeStore();
  const metricsPort = String(await freePort());
  const url = await (await run({ METRICS_PORT: metricsPort })).ready();
  await portal.release({ hubs: '1.1.0' });
  await until(() => numberAt(url), 2);
  const file = await portal.fileLike('mfe-hubs', 'main.', '1.1.0');
  await rename(join(folder, 'store'), join(folder, 'elsewhere'));
  const metrics = async () =>
    /^portal_store_readable (\d)$/m.exec(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())?.[1];
  await until(metrics, '0');
  const main = `/assets/mfe-hubs/${file}`;
  for (const path of ['/settings', '/login', main]) expect((await fetch(url + path)).status).toBe(200);
  expect(await numberAt(url)).toBe(2);
  await rename(join(folder, 'elsewhere'), join(folder, 'store'));
  await portal.release({ hubs: '1.0.0' });
  await until(() => numberAt(url), 3);
  expect(await metrics()).toBe('1');
});

test('STORE names another store, LOG_KEYS who is trusted, and METRICS_HOST the address of the metrics; the state folder is made', async () => {
  await makeStore();
  const [stateFolder, metricsPort] = [join(folder, 'own', 'state'), String(await freePort())];
  const [STORE, LOG_KEYS] = [join(folder, 'store'), join(folder, 'trusted-keys')];
  const env = { STORE, LOG_KEYS, PORTAL_STATE: stateFolder, METRICS_HOST: '127.0.0.2' };
  const { child, output, exit, ready } = await run({ ...env, METRICS_PORT: metricsPort });
  expect((await fetch(`${await ready()}/settings`)).status).toBe(200);
  expect(await (await fetch(`http://127.0.0.2:${metricsPort}/metrics`)).text()).toContain('portal_release_number 1');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(await readdir(join(stateFolder, 'web-server'))).toContain('visit-key');
  expect(output.error).toBe('');
});

test('while its store on S3 is away it starts again, and serves what it has read before', async () => {
  s3 = await startS3Server();
  const address = `s3://${s3.bucket}/portal`;
  const portal = new SamplePortal(openMemoryStore(openDriver(address, s3.environment)));
  await portal.publishAll();
  await portal.release();
  const main = `/assets/mfe-hubs/${await portal.fileLike('mfe-hubs', 'main.')}`;
  const { keys } = await portal.store.log();
  await writeFile(join(folder, 'trusted-keys'), keys.map(({ key }) => `${key}\n`).join(''));
  const env = { STORE: address, PORTAL_PORT: String(await freePort()), ...s3.environment };
  const first = await run(env);
  const page = await (await fetch(`${await first.ready()}/settings`)).text();
  first.child.kill('SIGTERM');
  await first.exit;
  await s3.stop();
  const { output, ready } = await run(env);
  const url = await ready();
  expect(await (await fetch(`${url}/settings`)).text()).toBe(page);
  expect((await fetch(url + main)).status).toBe(200);
  expect(output.error).toContain(`The store ${address} is away: `);
});

test('without a store it answers 503 and says why, in the log and to operators, until there is one', async () => {
  const metricsPort = String(await freePort());
  const { output, ready } = await run({ METRICS_PORT: metricsPort });
  const url = await ready();
  const status = async () => (await fetch(`${url}/settings`)).status;
  const operator = async (path: string) => (await fetch(`http://127.0.0.1:${metricsPort}${path}`)).text();
  expect(await status()).toBe(503);
  const why = `There is no store in ${join(folder, 'store')}: check STORE, and whether its folder is mounted. A new store begins with the first publication.`;
  expect(JSON.parse(await operator('/readyz'))).toEqual({ ready: false, why });
  expect(await operator('/metrics')).toContain('\nportal_store_readable 0\n');
  expect(output.error).toBe(`${why}\n`);
  await makeStore();
  await until(status, 200);
  await until(async () => output.out.endsWith('Release 1 is served (was none) release=1\n'), true);
});

test('on a full disk it starts and serves, and says that it keeps nothing', async () => {
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder]).status !== 0) return;
  try {
    await makeStore();
    await appendFile(join(folder, 'filler'), Buffer.alloc(32_000_000)).catch(() => undefined);
    await expect(appendFile(join(folder, 'more'), Buffer.alloc(100_000))).rejects.toThrow('ENOSPC');
    const { child, exit, output, ready } = await run();
    expect((await fetch(`${await ready()}/settings`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(output.error).toMatch(
      /^\S+\/web-server cannot be written \(ENOSPC\)\. What this web server has seen[^\n]+\n$/,
    );
  } finally {
    spawnSync('umount', [folder]);
  }
});

test('two on one store both move to a new release, and each serves the files of the other’s pages', async () => {
  const portal = await makeStore();
  const urls = await Promise.all([await run(), await run()].map(({ ready }) => ready()));
  for (const url of urls) expect(await numberAt(url)).toBe(1);
  await portal.release({ hubs: '1.1.0' });
  const [old, newer] = [
    await portal.fileLike('mfe-hubs', 'main.'),
    await portal.fileLike('mfe-hubs', 'main.', '1.1.0'),
  ];
  // A visitor's requests may reach either, before and after it has noticed the release.
  for (const url of urls) {
    for (const file of [old, newer]) expect((await fetch(`${url}/assets/mfe-hubs/${file}`)).status).toBe(200);
  }
  for (const url of urls) await until(() => numberAt(url), 2);
  for (const url of urls) {
    for (const file of [old, newer]) expect((await fetch(`${url}/assets/mfe-hubs/${file}`)).status).toBe(200);
  }
});

test('HOST is the only address on which it answers, and the one that it prints', async () => {
  await makeStore();
  const url = await (await run({ HOST: '127.0.0.2' })).ready();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
  expect((await fetch(`${url}/login`)).status).toBe(200);
  await expect(fetch(url.replace('127.0.0.2', '127.0.0.1'))).rejects.toThrow('fetch failed');
});

test('exits with 1 and one sentence when the configuration has a bad key', async () => {
  const file = join(folder, 'config.json');
  await writeFile(file, '{"apiBaseUrl": 1}');
  const { output, exit } = await run({ PORTAL_CONFIG: file });
  expect(await exit).toEqual([1, null]);
  expect(output).toEqual({
    out: '',
    error: `PORTAL_CONFIG is "${file}", whose key "apiBaseUrl" (1) is wrong (must be a text, not 1): correct it there.\n`,
  });
});

test('exits with 1 and one sentence when it cannot listen on HOST', async () => {
  await makeStore();
  const PORTAL_CONFIG = join(folder, 'config.json');
  await writeFile(PORTAL_CONFIG, JSON.stringify(localConfig(4100, 4000)));
  const { output, exit } = await run({ HOST: '192.0.2.1', PORTAL_CONFIG });
  expect(await exit).toEqual([1, null]);
  expect(output.error).toMatch(/^HOST is "192\.0\.2\.1", which is no address of this machine: [^\n]+\n$/);
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
  const statusOf = async (url: string) => (await fetch(url)).status;
  await until(() => statusOf(`${operator}/readyz`), 200);
  expect(await statusOf(`http://localhost:${port}/settings?code=secret`)).toBe(200);
  const written = () =>
    output.out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      // On a busy machine the store is slow, and its lines come before.
      .filter(({ message }) => !/ is slow to answer; | in time again\.$/.test(String(message)));
  await until(async () => written().some(({ message }) => message === 'request'), true);
  expect(written()).toMatchObject([
    { level: 'info', message: `Portal: http://localhost:${port} (release 1)` },
    { level: 'info', message: 'request', method: 'GET', path: '/settings', kind: 'page', status: 200 },
  ]);
  child.kill('SIGTERM');
  await until(() => statusOf(`${operator}/readyz`), 503);
  expect(await statusOf(`${operator}/livez`)).toBe(200);
  expect(await statusOf(`http://localhost:${port}/settings`)).toBe(200);
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

test('is not ready while there is no release, and ready once there is one', async () => {
  const portal = new SamplePortal(openFolderStore(join(folder, 'store'), { state: folder }));
  await portal.publish('shell');
  await portal.publish('mfe-hubs');
  const metricsPort = String(await freePort());
  await (await run({ METRICS_PORT: metricsPort })).ready();
  const ask = async () => fetch(`http://127.0.0.1:${metricsPort}/readyz`);
  const unready = await ask();
  expect([unready.status, await unready.json()]).toEqual([
    503,
    {
      ready: false,
      why: `The store ${join(folder, 'store')} has no release yet: promote a shell and its remotes.`,
    },
  ]);
  await portal.release();
  await until(async () => (await ask()).status, 200);
});
