import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { checkPortFree, findFreePort } from './ports.ts';

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
  await expect(checkPortFree(await findFreePort(), 'PORTAL_PORT')).resolves.toBeUndefined();
});

test('a free port is none that is given to outgoing connections, and not the last one again', async () => {
  const ports = [await findFreePort(), await findFreePort()];
  await occupy(Math.max(...ports) + 1, '127.0.0.1');
  ports.push(await findFreePort());
  expect(new Set(ports).size).toBe(3);
  expect(ports[2]).toBeGreaterThan(Math.max(...ports.slice(0, 2)) + 1);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

test.each(['127.0.0.1', '0.0.0.0', '::'])('a port that is taken on %s is named, with its variable', async (host) => {
  const port = await findFreePort();
  await occupy(port, host);
  await expect(checkPortFree(port, 'BACKEND_PORT')).rejects.toThrow(
    `Port ${port} is taken. Stop what uses it, or choose another one with BACKEND_PORT=${port + 1}.`,
  );
});
