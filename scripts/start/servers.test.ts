import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { freePort } from '@portal/node-kit/testing';
import type { Service } from '../processes/service.ts';
import { createProgress } from '../progress.mjs';
import { BACKEND, CONTROLLED_BACKEND, NoResponseError, startServers, waitForResponse } from './servers.ts';
import { readSettings } from './settings.ts';

const never = new AbortController().signal;

test('accepts any answer', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(404).end();
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  // The address of a server that listens on a port is an object.
  const { port } = server.address() as AddressInfo;
  await expect(waitForResponse(`http://127.0.0.1:${port}/`, 5000, never)).resolves.toBeUndefined();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

test('gives up after the time limit', async () => {
  const url = `http://127.0.0.1:${await freePort()}/`;
  await expect(waitForResponse(url, 1, never)).rejects.toThrow(NoResponseError);
});

test('stops when aborted', async () => {
  const url = `http://127.0.0.1:${await freePort()}/`;
  const reason = new Error('stop');
  await expect(waitForResponse(url, 60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
});

const BACKEND_STAND_IN = `
import { createServer } from 'node:http';
console.error('control: ' + process.env.DEV_CONTROL);
createServer((request, response) => response.end()).listen(Number(process.env.BACKEND_PORT), '127.0.0.1');
`;

test.each([
  ['npm start leaves /control/ closed', BACKEND, 'undefined'],
  ['npm run dev opens /control/', CONTROLLED_BACKEND, 'yes'],
])('%s', async (_behaviour, program, expected) => {
  const root = await mkdtemp(join(tmpdir(), 'servers-'));
  const main = join(root, program.main);
  await mkdir(dirname(main), { recursive: true });
  await writeFile(main, BACKEND_STAND_IN);
  const settings = readSettings({ BACKEND_PORT: String(await freePort()) }, root);
  const printed: string[] = [];
  const progress = {
    ...createProgress({ stream: { write: () => true } }),
    print: (line: string) => printed.push(line),
  };
  const services: Service[] = [];
  await startServers({ settings, progress, signal: never }, [program], services);
  await Promise.all(services.map((service) => service.stop()));
  await rm(root, { recursive: true });
  expect(printed).toEqual([`[development backend] control: ${expected}`]);
});
