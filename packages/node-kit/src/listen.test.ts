import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test } from '@jest/globals';
import { isPortFree } from './listen.ts';
import { freePort } from './testing.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
});

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

test.each(['127.0.0.1', ...(hasIpv6 ? ['::1'] : []), '0.0.0.0', '::'])(
  'a port that is taken on %s is not free',
  async (host) => {
    const port = await freePort();
    expect(await isPortFree(port)).toBe(true);
    const server = createServer();
    servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
    expect(await isPortFree(port)).toBe(false);
  },
);
