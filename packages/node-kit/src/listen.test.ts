import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { isPortFree } from './free-port.mjs';
import { listen } from './listen.ts';
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

test('a server that closes finishes the request under way, and does not wait for the next one on its connection', async () => {
  const arrived = Promise.withResolvers<() => void>();
  const handler: RequestListener = (_, response) => arrived.resolve(() => response.end('whole'));
  const { port, close } = await listen(handler, { port: 0, host: '127.0.0.1', variable: 'PORT', grace: 2 ** 30 });
  const agent = new Agent({ keepAlive: true });
  const sent = request({ agent, port, host: '127.0.0.1' }).end();
  const answer = once(sent, 'response') as Promise<[IncomingMessage]>;
  const finish = await arrived.promise;
  const closed = close();
  finish();
  expect(await text((await answer)[0])).toBe('whole');
  await closed;
  agent.destroy();
});

test('a server keeps an idle connection longer than a proxy does, so that no request meets one that it is closing', async () => {
  const handler: RequestListener = (_, response) => void response.end();
  const { port, close } = await listen(handler, { port: 0, host: '127.0.0.1', variable: 'PORT' });
  const [, seconds] =
    /timeout=(\d+)/.exec((await fetch(`http://127.0.0.1:${port}`)).headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
  await close();
});

test('a request with as many cookies as a proxy in front lets through is answered', async () => {
  const handler: RequestListener = ({ headers }, response) => void response.end(String(headers.cookie?.length));
  const { port, close } = await listen(handler, { port: 0, host: '127.0.0.1', variable: 'PORT', grace: 0 });
  const cookie = 'a=1; '.repeat(12_000);
  const sent = request({ port, host: '127.0.0.1', headers: { cookie }, agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  expect([answer.statusCode, await text(answer)]).toEqual([200, String(cookie.trim().length)]);
  await close();
});

const noRequests: RequestListener = (_, response) => void response.end();

test('what nobody can mend by a setting is thrown as it is', async () => {
  const options = { port: 70_000, host: '127.0.0.1', variable: 'PORT' };
  await expect(listen(noRequests, options)).rejects.toMatchObject({ code: 'ERR_SOCKET_BAD_PORT' });
});

test('an address that is not of this machine is named with its variable', async () => {
  const at = (host: string) => listen(noRequests, { port: 0, host, variable: 'PORT', hostVariable: 'METRICS_HOST' });
  for (const host of ['192.0.2.1', 'no-such-host.invalid'])
    await expect(at(host)).rejects.toThrow(
      `METRICS_HOST is "${host}", which is no address of this machine: set it to one, or to "0.0.0.0" for all of them.`,
    );
});

test('a server listens only on the address that it is told', async () => {
  const { port, close } = await listen(noRequests, { port: await freePort(), host: '127.0.0.2', variable: 'PORT' });
  expect((await fetch(`http://127.0.0.2:${port}`)).status).toBe(200);
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed');
  await close();
});
