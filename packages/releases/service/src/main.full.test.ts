import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { listen } from '@portal/node-kit/listen';
import { freePort } from '@portal/node-kit/testing';
import { configureAccess } from '@portal/release/access/configuration';
import { openFolderStore } from '@portal/release/store';
import { ANNA, LocalIssuer, ProofClient, sampleAccess } from './testing.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
let folder = '';
const running: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-service-'));
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning && child.kill('SIGKILL')) await once(child, 'exit');
  }
  await rm(folder, { recursive: true });
});

function start(environment: Readonly<Record<string, string>>) {
  const env = { PATH: process.env['PATH'], PORTAL_STATE: folder, ...environment };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  return child;
}

test('begins on a store whose operator has written access rules, answers on each address of HOST, and ends on SIGTERM', async () => {
  const issuer = await LocalIssuer.start();
  try {
    const store = openFolderStore(join(folder, 'store'), { state: folder });
    await configureAccess(store, {
      access: sampleAccess(issuer.url, 'https://ci.example.com'),
      by: 'an operator',
      reason: 'first',
    });
    const port = await freePort();
    const origin = `http://localhost:${String(port)}`;
    const child = start({ RELEASE_PORT: String(port), HOST: '0.0.0.0', RELEASE_ORIGIN: origin });
    await once(child.stdout, 'data');
    expect((await fetch(`http://127.0.0.2:${String(port)}/livez`)).status).toBe(200);
    const client = await ProofClient.make(origin);
    expect((await client.signIn(await issuer.personToken(ANNA))).status).toBe(200);
    expect((await client.send('GET', '/identity')).body).toMatchObject({ actor: { name: 'anna@example.com' } });
    expect(await readdir(join(folder, 'release-service'))).toContain('checkpoint.json');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  } finally {
    await issuer.stop();
  }
});

test('a key that is gone after the start is a failure of the service: an answer without its path, and a line with the stack', async () => {
  const issuer = await LocalIssuer.start();
  try {
    const access = sampleAccess(issuer.url, 'https://ci.example.com');
    await configureAccess(openFolderStore(join(folder, 'store'), { state: folder }), {
      access,
      by: 'an operator',
      reason: 'first',
    });
    const key = join(folder, 'service-key.pem');
    await copyFile(join(folder, 'release-key.pem'), key);
    const port = await freePort();
    const child = start({ RELEASE_PORT: String(port), RELEASE_KEY: key, LOG_FORMAT: 'json' });
    await once(child.stdout, 'data');
    let lines = '';
    child.stdout.on('data', (more: Buffer) => (lines += more.toString()));
    const client = await ProofClient.make(`http://localhost:${String(port)}`);
    await client.signIn(await issuer.personToken(ANNA));
    await rm(key);
    const answer = await client.send('POST', '/configuration', { body: { access, reason: 'second' } });
    expect(answer).toMatchObject({ status: 500, body: { kind: 'unexpected' } });
    expect(JSON.stringify(answer.body)).not.toContain(folder);
    child.kill('SIGTERM');
    await once(child, 'close');
    const line = lines.split('\n').find((each) => each.includes('"error"')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      message: 'POST /configuration failed',
      error: { stack: expect.stringContaining(key) },
    });
  } finally {
    await issuer.stop();
  }
});

test('does not begin with a setting that it cannot use, and names it', async () => {
  const child = start({ RELEASE_ORIGIN: 'releases' });
  const [words] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([child.exitCode, words]).toEqual([1, expect.stringMatching(/^RELEASE_ORIGIN .*"releases".*\n$/)]);
});

test.each([
  ['whose port is taken', (taken: number) => taken, /^Port \d+ is taken/],
  [
    'that cannot read its own files',
    async () => {
      await mkdir(join(folder, 'release-service', 'used-tokens'), { recursive: true });
      return freePort();
    },
    /^Error: EISDIR/,
  ],
])('a start %s says so at once, and has not started the watcher', async (_, getPort, sentence) => {
  const looks: string[] = [];
  const web = await listen(
    ({ url = '' }, response) => {
      looks.push(url);
      response.end();
    },
    { port: 0, host: 'localhost', variable: 'METRICS_PORT' },
  );
  try {
    const child = start({
      RELEASE_PORT: String(await getPort(web.port)),
      METRICS_URL: `http://127.0.0.1:${String(web.port)}/metrics`,
      DRAIN_SECONDS: '300',
    });
    const [words] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([child.exitCode, words, looks]).toEqual([1, expect.stringMatching(sentence), []]);
  } finally {
    await web.close();
  }
});
