import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { freePort } from './testing.ts';

test('a free port is new each time, and below the ports of outgoing connections', async () => {
  const ports = [await freePort(), await freePort()];
  const server = createServer().listen(Math.max(...ports) + 1, '127.0.0.1');
  await once(server, 'listening');
  ports.push(await freePort());
  server.close();
  expect(new Set(ports).size).toBe(3);
  expect(ports[2]).toBeGreaterThan(Math.max(...ports.slice(0, 2)) + 1);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});
