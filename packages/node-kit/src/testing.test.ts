import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { freePort, replaceEach } from './testing.ts';

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

test('nothing is replaced in what was just put in, and texts are taken literally', () => {
  const replacements = { ':4000': ':42003', ':4200': ':40001', 'a.b (c)': '$& $1' };
  expect(replaceEach(':4000 :4200 a.b (c) aXb', replacements)).toBe(':42003 :40001 $& $1 aXb');
});
