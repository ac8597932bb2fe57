import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '@portal/node-kit/testing';
import { SampleStore } from '@portal/release/operations/testing';
import { openFolderStore } from '@portal/release/store';
import { promoteAll } from '@portal/release/testing';
import { Browser, hiddenFields, visibleText } from './testing/browser.ts';
import type { Visit } from './testing/browser.ts';
import { LocalIssuer } from '@portal/release-service/testing';
import { MANAGER } from './testing/sample-console.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
let folder = '';
let identity: LocalIssuer;
const running: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-console-'));
  identity = await LocalIssuer.start();
  identity.person = MANAGER;
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning && child.kill('SIGKILL')) await once(child, 'exit');
  }
  await identity.stop();
  await rm(folder, { recursive: true });
});

/** Starts the program on the store in the folder, and waits until it is ready. */
async function run(port: number, environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      PORTAL_STATE: folder,
      CONSOLE_PORT: String(port),
      IDENTITY_ISSUER: identity.url,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const exit = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), exit]);
  return { child, exit };
}

async function makeStore(): Promise<SampleStore> {
  const sample = await SampleStore.make(openFolderStore(join(folder, 'store'), { state: folder }));
  await sample.publish('mfe-hubs', '1.1.0');
  return sample;
}

/** Signs in and goes on to the confirmation of a promotion, or of another action. */
async function confirm(browser: Browser, action = 'promote', version = '1.1.0'): Promise<Visit> {
  await browser.open('/sign-in?to=%2F');
  const form = await browser.open(`/?action=${action}&part=mfe-hubs`);
  return await browser.submit(form, '/confirm', { reason: 'A test of the process', version });
}

test('on SIGTERM it finishes the request under way, takes no further one, and exits with 0', async () => {
  const sample = await makeStore();
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const { child, exit } = await run(port, { HOST: '0.0.0.0', CONSOLE_ORIGIN: origin });
  const browser = new Browser(origin);
  const fields = hiddenFields(await confirm(browser), '/releases');
  const body = new URLSearchParams(fields).toString();
  const head = [
    'POST /releases HTTP/1.1',
    `Host: localhost:${port}`,
    `Origin: ${browser.origin}`,
    'Sec-Fetch-Site: same-origin',
    `Cookie: ${[...browser.cookies].map((pair) => pair.join('=')).join('; ')}`,
    'Content-Type: application/x-www-form-urlencoded',
    'Expect: 100-continue',
    `Content-Length: ${body.length}`,
  ];
  // Not one of the two addresses of "localhost": HOST is for all.
  const socket = connect({ host: '127.0.0.2', port });
  let answer = '';
  socket.setEncoding('utf8').on('data', (words: string) => (answer += words));
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data'); // the console waits for the form
  child.kill('SIGTERM');
  let isOpen = true;
  while (isOpen) {
    const other = connect({ host: '127.0.0.1', port });
    isOpen = await once(other, 'connect').then(
      () => true,
      () => false,
    );
    other.destroy();
  }
  socket.write(body);
  expect(await exit).toEqual([0, null]);
  expect(answer).toMatch(/HTTP\/1\.1 (200|303) /);
  expect(await sample.store.latestRelease()).toMatchObject({ number: 2, createdBy: MANAGER.email });
  await sample.remove();
});

test('after SIGKILL it starts again on the same store, and managers sign in anew', async () => {
  const sample = await makeStore();
  const port = await freePort();
  const first = await run(port);
  const browser = new Browser(`http://localhost:${port}`);
  const confirmation = await confirm(browser);
  first.child.kill('SIGKILL');
  expect(await first.exit).toEqual([null, 'SIGKILL']);
  await run(port);
  await fetch(browser.origin).catch(() => undefined); // fetch may have kept a connection of the first one
  const refused = await browser.submit(confirmation, '/releases');
  expect([refused.status, visibleText(refused)]).toEqual([401, expect.stringContaining('Your sign-in has ended')]);
  expect(await sample.store.latestRelease()).toMatchObject({ number: 1 });
  await browser.submit(await confirm(browser), '/releases');
  expect(await sample.store.latestRelease()).toMatchObject({ number: 2 });
  await sample.remove();
});

test('on a full disk it starts and rolls back', async () => {
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder]).status !== 0) return;
  const sample = await makeStore();
  try {
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    await appendFile(join(folder, 'filler'), Buffer.alloc(32_000_000)).catch(() => undefined);
    await expect(appendFile(join(folder, 'more'), Buffer.alloc(100_000))).rejects.toThrow('ENOSPC');
    const port = await freePort();
    await run(port);
    const browser = new Browser(`http://localhost:${port}`);
    const page = await browser.submit(await confirm(browser, 'rollback', '1.0.0'), '/releases');
    expect(page.status).toBe(200);
    expect(await sample.store.latestRelease()).toMatchObject({ number: 3, action: 'rollback' });
  } finally {
    await sample.remove();
    spawnSync('umount', [folder]);
  }
});

test('settings of the watcher that are wrong end it at the start, in one sentence with the name of the key', async () => {
  const file = join(folder, 'watcher.json');
  await writeFile(file, JSON.stringify({ parts: { 'mfe-hubs': { endsByItself: 'no' } } }));
  const { status, stderr } = spawnSync(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], PORTAL_STATE: folder, WATCHER_SETTINGS: file },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^[^\n]+"parts\.mfe-hubs\.endsByItself"[^\n]+\n$/)]);
});
