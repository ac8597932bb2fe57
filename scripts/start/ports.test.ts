import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { freePort } from '@portal/node-kit/testing';
import { checkPortFree } from './ports.ts';

const servers: Server[] = [];

async function occupy(port: number, host: string): Promise<void> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ port, host }, resolve);
  });
}

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
});

test('a free port is free', async () => {
  await expect(checkPortFree(await freePort(), 'PORTAL_PORT')).resolves.toBeUndefined();
});

test.each(['127.0.0.1', '0.0.0.0', '::'])('a port that is taken on %s is named, with its variable', async (host) => {
  const port = await freePort();
  await occupy(port, host);
  await expect(checkPortFree(port, 'BACKEND_PORT')).rejects.toThrow(
    `Port ${port} is taken. Stop what uses it, or choose another one with BACKEND_PORT=${port + 1}.`,
  );
});
