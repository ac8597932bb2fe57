import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { freePort } from '@portal/node-kit/testing';
import { NoResponseError, waitForResponse } from './servers.ts';

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
