import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '@portal/node-kit/testing';
import { openFolderStore } from '@portal/release/store';
import { SamplePortal } from './testing/sample-portal.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-web-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(env: Record<string, string>) {
  const ports = { PORTAL_PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], ...ports, ...env },
  });
  const output = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.error += text));
  return { child, output, exit: once(child, 'close') };
}

test('prints the portal’s address when it is ready, and stops cleanly on SIGTERM', async () => {
  const portal = new SamplePortal(openFolderStore(join(folder, 'store')));
  await portal.publish('shell');
  await portal.publish('mfe-hubs');
  await portal.release();
  const { child, output, exit } = await run({ PORTAL_STATE: folder });
  await once(child.stdout, 'data');
  const [, url = ''] = /^Portal: (http:\/\/localhost:\d+) \(release 1\)\n$/.exec(output.out) ?? [];
  expect((await fetch(`${url}/login`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(output.error).toBe('');
});

test.each([
  [
    'the state folder is missing',
    { PORTAL_STATE: '/nowhere/at/all' },
    'PORTAL_STATE: there is no folder /nowhere/at/all',
  ],
  ['a port is not valid', { PORTAL_PORT: 'http' }, 'PORTAL_PORT is "http", which is not a port.'],
  ['the configuration is missing', { PORTAL_CONFIG: '/nowhere.json' }, 'PORTAL_CONFIG: /nowhere.json cannot be used'],
])('exits with 1 and a message when %s', async (_, env: Record<string, string>, message) => {
  const { output, exit } = await run({ PORTAL_STATE: folder, ...env });
  expect(await exit).toEqual([1, null]);
  expect(output.error).toContain(message);
});

test('exits with 1 and names the bad key of the configuration', async () => {
  const file = join(folder, 'config.json');
  await writeFile(file, '{"apiBaseUrl": 1}');
  const { output, exit } = await run({ PORTAL_STATE: folder, PORTAL_CONFIG: file });
  expect(await exit).toEqual([1, null]);
  expect(output.error).toContain('"apiBaseUrl"');
});
