import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, RequestListener } from 'node:http';
import { get as getPlain } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request as requestTls } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { LANGUAGES } from '@portal/contract/language';
import { listen } from '@portal/node-kit/listen';
import { freePort } from '@portal/node-kit/testing';
import { runCommand } from '../../scripts/processes/run-command.ts';
import { commandsBelow } from '../documents/pages.ts';
import { editedFiles, isNginxInstalled, startNginx } from './nginx.ts';
import type { TestNginx } from './nginx.ts';

const OPERATIONS = join(import.meta.dirname, '../../operations/nginx');

/** Another host that may load remotes, where the web servers have it in HOST_ORIGINS. */
const SHOP = 'https://shop.ebike.localhost';
/** They ask at once. */
const VISITORS = 10;
/** Shorter than two of nginx's waits for a lock. */
const WAIT_LIMIT_MS = 10_000;

test('the marks of the files stand at the lines that an operator edits', async () => {
  const upstreams = { webServers: ['127.0.0.1:1'], service: '127.0.0.1:2', console: '127.0.0.1:3' };
  const files = await editedFiles(upstreams, { folder: '/tmp/site', tls: 443, plain: 80 });
  const unchanged: string[] = [];
  for (const [name, content] of files) {
    const before = (await readFile(join(OPERATIONS, name), 'utf8')).split('\n');
    const after = content.split('\n');
    unchanged.push(...before.filter((line, index) => line.includes('; # EDIT') && line === after[index]));
  }
  expect(unchanged).toEqual([]);
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const readAnswer = async (message: IncomingMessage): Promise<Answer> => ({
  status: message.statusCode ?? 0,
  headers: message.headers,
  text: (await buffer(message)).toString('utf8'),
});

/** A server behind nginx that remembers what it was asked. */
class Server {
  readonly asked: { readonly url: string; readonly method: string; readonly headers: IncomingHttpHeaders }[] = [];
  answer: RequestListener;
  #stop: (() => Promise<void>) | undefined;
  #port: number | undefined;

  constructor(answer: RequestListener) {
    this.answer = answer;
  }

  get address(): string {
    return `127.0.0.1:${String(this.#port)}`;
  }

  /** The number of requests so far for a path. */
  count(url: string): number {
    return this.asked.filter((each) => each.url === url).length;
  }

  async start(): Promise<this> {
    const handler: RequestListener = (request, response) => {
      this.asked.push({ url: request.url ?? '', method: request.method ?? '', headers: request.headers });
      this.answer(request, response);
    };
    // Not 0: while it is stopped, the system could give that port to somebody else.
    this.#port ??= await freePort();
    const listening = await listen(handler, { port: this.#port, host: '127.0.0.1', variable: 'PORT', grace: 0 });
    this.#stop = () => listening.close();
    return this;
  }

  async stop(): Promise<void> {
    await this.#stop?.();
    this.#stop = undefined;
  }
}

/** Answers a file in the coding that is asked for, as the web server does, and a page for any other path. */
const webServer: RequestListener = ({ url = '', headers }, response) => {
  if (!url.startsWith('/assets/')) {
    response.writeHead(200, {
      'content-type': 'text/html',
      'cache-control': 'private, no-cache',
      'x-request-id': 'own',
    });
    response.end(`<p>${'A page that would be worth a compression. '.repeat(40)}</p>`);
    return;
  }
  const coding = headers['accept-encoding'];
  const text = `file in ${coding ?? 'identity'}`;
  response.writeHead(200, {
    'content-length': text.length,
    'content-type': 'text/javascript',
    'cache-control': url.includes('mf-manifest') ? 'public, no-cache' : 'public, max-age=31536000, immutable',
    etag: `"tag${coding === undefined ? '' : `.${coding}`}"`,
    vary: 'accept-encoding, origin',
    'x-request-id': 'own',
    ...(coding !== undefined && { 'content-encoding': coding }),
    ...(headers.origin !== undefined && { 'access-control-allow-origin': headers.origin }),
  });
  response.end(text);
};

(isNginxInstalled() ? describe : describe.skip)('nginx with the files of operations/nginx', () => {
  const first = new Server(webServer);
  const second = new Server(webServer);
  const service = new Server(webServer);
  let nginx: TestNginx;
  let ca: Buffer;

  beforeAll(async () => {
    await Promise.all([first, second, service].map((server) => server.start()));
    const upstreams = {
      webServers: [first.address, second.address],
      service: service.address,
      console: service.address,
    };
    nginx = await startNginx(upstreams);
    ca = await readFile(nginx.caFile);
  });
  afterAll(async () => {
    await nginx.stop();
    await Promise.all([first, second, service].map((server) => server.stop()));
  });

  type Host = 'portal' | 'releases' | 'console';
  interface Asked {
    readonly host?: Host;
    readonly method?: string;
    readonly headers?: OutgoingHttpHeaders;
  }

  /** A request to nginx, whose body is to be written and ended. */
  function open(path: string, { host = 'portal', method = 'GET', headers = {} }: Asked = {}) {
    const { hostname, host: authority, port } = new URL(nginx[host]);
    const options = {
      ca,
      servername: hostname,
      agent: false,
      method,
      path,
      headers: { host: authority, ...headers },
    };
    const request = requestTls({ host: '127.0.0.1', port, ...options });
    const answer = once(request, 'response').then(([message]: IncomingMessage[]) => message && readAnswer(message));
    return { request, answer };
  }

  async function ask(path: string, asked?: Asked): Promise<Answer> {
    const { request, answer } = open(path, asked);
    request.end();
    const given = await answer;
    if (!given) throw new Error(`${path} has no answer`);
    return given;
  }

  /** The line of the log about an answer. */
  async function readLine({ headers }: Answer): Promise<Readonly<Record<string, string>>> {
    for (;;) {
      const line = (await nginx.accessLog()).find(({ requestId }) => requestId === headers['x-request-id']);
      if (line) return line;
    }
  }

  /** As `ask`; nginx logs an answer once its cache has it. */
  async function askAndKeep(path: string, asked?: Asked): Promise<Answer> {
    const answer = await ask(path, asked);
    await readLine(answer);
    return answer;
  }

  const getAsks = (path: string) => [first, second].flatMap(({ asked }) => asked.filter(({ url }) => url === path));

  test('speaks HTTP/2 by ALPN, and leads from http to the same address with https', async () => {
    const { hostname: servername, port } = new URL(nginx.portal);
    const session = connectHttp2(nginx.portal, {
      createConnection: () =>
        connectTls({ host: '127.0.0.1', port: Number(port), servername, ca, ALPNProtocols: ['h2'] }),
    });
    await once(session, 'connect');
    expect(session.alpnProtocol).toBe('h2');
    const [headers] = (await once(session.request({ ':path': '/login' }), 'response')) as [IncomingHttpHeaders];
    expect(headers[':status']).toBe(200);
    session.close();

    const plain = new URL(nginx.plain);
    const options = {
      host: '127.0.0.1',
      port: plain.port,
      path: '/login?redirect=%2Faccount',
      headers: { host: plain.hostname },
    };
    const [message] = (await once(getPlain(options), 'response')) as [IncomingMessage];
    expect(message.statusCode).toBe(301);
    expect(message.headers.location).toBe(`${nginx.portal}/login?redirect=%2Faccount`);
    message.resume();
  });

  test('gives no answer, and logs nothing, under a name that is no host of the portal, also beside another site', async () => {
    const { port } = new URL(nginx.portal);
    const socket = connectTls({ host: '127.0.0.1', port: Number(port), servername: 'elsewhere.example.com', ca });
    await expect(once(socket, 'secureConnect')).rejects.toThrow(/unrecognized name/);

    const plain = getPlain({
      host: '127.0.0.1',
      port: new URL(nginx.plain).port,
      path: '/login?email=owner@example.com',
      headers: { host: 'elsewhere.example.com' },
    });
    await expect(once(plain, 'response')).rejects.toThrow('socket hang up');
    expect(await nginx.otherLog()).toBe('');
  });

  test.each<Host>(['portal', 'releases', 'console'])(
    'sets what the servers believe of proxies, whatever a stranger sends (%s)',
    async (host) => {
      const claims = {
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'elsewhere.example.com',
        'x-forwarded-port': '80',
        'x-real-ip': '203.0.113.7',
        forwarded: 'for=203.0.113.7',
        'x-request-id': 'of-a-stranger',
      };
      const answer = await ask('/claims', { host, headers: claims });
      const told = [first, second, service]
        .flatMap(({ asked }) => asked.filter(({ url }) => url === '/claims'))
        .at(-1)?.headers;
      expect(told).toMatchObject({
        host: new URL(nginx[host]).host,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
        'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
      });
      expect(Object.keys(told ?? {})).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(forwarded|x-real-ip|x-forwarded-(host|port))$/)]),
      );
      expect(answer.headers['x-request-id']).toBe(told?.['x-request-id']);
      expect(await readLine(answer)).toMatchObject({
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/),
        requestId: told?.['x-request-id'],
        path: '/claims',
        status: '200',
      });
    },
  );

  test('keeps a file in the three codings, each as the web server made it, whatever words ask for it', async () => {
    const path = '/assets/shell/codings.0123456789abcdef.js';
    const get = async (accepted: string | undefined, further: OutgoingHttpHeaders = {}) => {
      const { text, headers } = await askAndKeep(path, {
        headers: { ...(accepted !== undefined && { 'accept-encoding': accepted }), ...further },
      });
      return [text, headers['content-encoding'], headers.etag, headers['x-cache-status']];
    };
    expect(await get('gzip, deflate, br, zstd')).toEqual(['file in br', 'br', '"tag.br"', 'MISS']);
    expect(await get('gzip, deflate, br')).toEqual(['file in br', 'br', '"tag.br"', 'HIT']);
    expect(await get('br;q=1.0, gzip;q=0.5')).toEqual(['file in br', 'br', '"tag.br"', 'HIT']);
    expect(await get('gzip')).toEqual(['file in gzip', 'gzip', '"tag.gzip"', 'MISS']);
    expect(await get('GZIP, deflate')).toEqual(['file in gzip', 'gzip', '"tag.gzip"', 'HIT']);
    expect(await get('br;q=0, gzip')).toEqual(['file in gzip', 'gzip', '"tag.gzip"', 'HIT']);
    expect(await get(undefined)).toEqual(['file in identity', undefined, '"tag"', 'MISS']);
    expect(await get('deflate, br;q=0.0, gzip;q=0')).toEqual(['file in identity', undefined, '"tag"', 'HIT']);
    expect(getAsks(path)).toHaveLength(3);
  });

  test('keeps a file for everybody: queries make no other one, and each answer has a request id of its own', async () => {
    const path = '/assets/shell/ids.0123456789abcdef.js';
    const [one, other] = [await askAndKeep(path), await ask(`${path}?anything`)];
    expect(other.headers['x-cache-status']).toBe('HIT');
    expect(getAsks(path)).toHaveLength(1);
    const ids = [one, other].map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain('own');
  });

  test('keeps apart what was made for a host that is set, and nothing for an origin that anybody makes up', async () => {
    const path = '/assets/shell/origins.0123456789abcdef.js';
    const allowed = async (origin?: string) => {
      const { headers } = await askAndKeep(path, { headers: { ...(origin !== undefined && { origin }) } });
      return [headers['access-control-allow-origin'], headers['x-cache-status']];
    };
    expect(await allowed(SHOP)).toEqual([SHOP, 'MISS']);
    expect(await allowed()).toEqual([undefined, 'MISS']);
    expect(await allowed(SHOP.toUpperCase())).toEqual([SHOP, 'HIT']);
    for (const origin of ['https://a.example.com', `${SHOP}.example.com`, 'null', 'anything'])
      expect(await allowed(origin)).toEqual([undefined, 'HIT']);
    expect(getAsks(path).map(({ headers }) => headers.origin)).toEqual([SHOP, undefined]);
  });

  test('takes files anew once its cache is emptied as the page says, for the headers of another setting', async () => {
    const path = '/assets/shell/setting.0123456789abcdef.js';
    const allowed = async () => (await askAndKeep(path)).headers['access-control-allow-origin'];
    await allowed();
    for (const server of [first, second])
      server.answer = (request, response) => {
        response.setHeader('access-control-allow-origin', '*');
        webServer(request, response);
      };
    expect(await allowed()).toBeUndefined();
    const command = (await commandsBelow('CDN')).find((block) => block.includes('-delete')) ?? 'exit 1';
    const args = ['-e', '-c', command.replace('/var/lib/nginx/portal', nginx.cacheFolder)];
    expect((await runCommand({ file: 'bash', args, cwd: '/' })).code).toBe(0);
    expect([await allowed(), await allowed()]).toEqual(['*', '*']);
    expect(getAsks(path)).toHaveLength(2);
    for (const server of [first, second]) server.answer = webServer;
  });

  test.each([
    ['may not be kept', 200, '/assets/shell/mf-manifest.json'],
    ['is not there', 404, '/assets/shell/none.0123456789abcdef.js'],
    ['cannot be served', 500, '/assets/shell/damaged.0123456789abcdef.js'],
  ])(
    'lets nobody wait for another visitor’s answer if a file %s (%i)',
    async (_, status, path) => {
      const waiting: (() => void)[] = [];
      for (const server of [first, second])
        server.answer = (request, response) => {
          waiting.push(() => (status === 200 ? webServer(request, response) : response.writeHead(status).end()));
          // The first visitor is answered only when the last one has asked.
          if (waiting.length === VISITORS) for (const answer of waiting.splice(0)) answer();
        };
      // With a lock of its cache, nginx lets visitors wait five seconds in each round.
      for (let round = 0; round < 3; round += 1) {
        const answers = await Promise.all(Array.from({ length: VISITORS }, () => ask(path)));
        expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
      }
      for (const server of [first, second]) server.answer = webServer;
    },
    WAIT_LIMIT_MS,
  );

  test('answers from its cache by entity tag and in parts', async () => {
    const path = '/assets/shell/parts.0123456789abcdef.js';
    await askAndKeep(path);
    const unchanged = await ask(path, { headers: { 'if-none-match': '"tag"' } });
    expect(unchanged.status).toBe(304);
    const part = await ask(path, { headers: { range: 'bytes=0-3' } });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'file', 'bytes 0-3/16']);
    expect(getAsks(path)).toHaveLength(1);
  });

  test('logs no address of mail, token, number or query, whatever a stranger asks for', async () => {
    const file = '/assets/mfe-legal/privacy-policy.v6.en-us.0123456789abcdef.json';
    const library =
      '/assets/mfe-account/vendors-node_modules_pnpm_hookform_resolvers_7_0_7_ajv-formats_3_0_1_ajv_8_20_0__ajv_8_20_0_r-262ec1.0123456789abcdef.js';
    const logged = async (path: string, asked?: Asked) => (await readLine(await ask(path, asked)))['path'];
    const token = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    for (const [path, expected] of [
      ['/', '/'],
      ['/login?redirect=%2Faccount', '/login'],
      ['/release.json', '/release.json'],
      [`${file}?x`, file],
      ['/assets/mfe-hubs/mf-manifest.json', '/assets/mfe-hubs/mf-manifest.json'],
      [library, library],
      ['/documents/terms/1/en', '/documents/<more>'],
      [`/owner@example.com/${token}`, '<other>'],
      [`/${token}`, '<other>'],
      [`/login/owner@example.com/${token}`, '/login/<more>'],
      [`/assets/${token}`, '/assets/<more>'],
      [`/assets/shell/${token}`, '/assets/<more>'],
      ['/assets/shell/owner%40example.com', '/assets/<more>'],
      ['/login;owner@example.com', '<other>'],
      ['/123456789', '<other>'],
    ] as const)
      expect([path, await logged(path)]).toEqual([path, expected]);
    expect(await logged('/publications/1/files/a.js', { host: 'releases' })).toBe('/publications/<more>');
    expect((await nginx.accessLog()).filter((line) => /@|eyJ|%40/.test(JSON.stringify(line)))).toEqual([]);
  });

  test('writes no line for a look of an open page that finds nothing new', async () => {
    for (const server of [first, second]) server.answer = (_request, response) => response.writeHead(304).end();
    const answer = await ask('/release.json');
    for (const server of [first, second]) server.answer = webServer;
    expect(answer.status).toBe(304);
    await readLine(await ask('/login')); // written later
    const ids = (await nginx.accessLog()).map(({ requestId }) => requestId);
    expect(ids).not.toContain(answer.headers['x-request-id']);
  });

  test('never keeps a page or what the web server says may not be kept, and compresses nothing', async () => {
    const headers = { 'accept-encoding': 'gzip, br' };
    for (const path of ['/login', '/assets/shell/mf-manifest.json']) {
      const before = getAsks(path).length;
      const answers = [await ask(path, { headers }), await ask(path, { headers })];
      expect(answers.map((answer) => answer.headers['x-cache-status'] === 'HIT')).toEqual([false, false]);
      expect(getAsks(path)).toHaveLength(before + 2);
    }
    const page = await ask('/login', { headers });
    expect([page.headers['content-encoding'], page.text]).toEqual([undefined, expect.stringContaining('<p>')]);
  });

  test.each<Host>(['portal', 'releases', 'console'])(
    'does not show health and figures to visitors (%s)',
    async (host) => {
      const paths = ['/metrics', '/visits.json?after=1', '/livez', '/readyz'];
      // The console answers with a slash at its end, too.
      const otherwise = ['/livez/', '/readyz/?x', '/readyz/#x', '//readyz', '/readyz//', '/%72eadyz/', '/x/../readyz/'];
      for (const path of [...paths, ...otherwise]) {
        expect([path, (await ask(path, { host })).status]).toEqual([path, 404]);
        expect([first, second, service].map((server) => server.count(path))).toEqual([0, 0, 0]);
      }
    },
  );

  test('asks the other web server when one is away or has nothing to serve, but never sends a POST twice', async () => {
    await first.stop();
    const pages = await Promise.all(Array.from({ length: 40 }, () => ask('/one-away')));
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));

    // Also if the other one goes as soon as this one is back.
    await first.start();
    await second.stop();
    for (let page = 0; page < 10; page += 1) expect((await ask('/one-back')).status).toBe(200);
    await second.start();

    first.answer = (_request, response) => response.writeHead(503).end();
    for (let page = 0; page < 10; page += 1) expect((await ask('/no-release')).status).toBe(200);
    first.answer = webServer;

    for (const server of [first, second]) server.answer = (_request, response) => response.destroy();
    const post = await ask('/reports', { method: 'POST' });
    expect(post.status).toBe(502);
    expect(getAsks('/reports')).toHaveLength(1);
    for (const server of [first, second]) server.answer = webServer;
  });

  test('outlasts all web servers with what it has kept', async () => {
    const path = '/assets/shell/kept.0123456789abcdef.js';
    await ask(path);
    await Promise.all([first.stop(), second.stop()]);
    expect((await ask(path)).text).toBe('file in identity');
    await Promise.all([first.start(), second.start()]);
  });

  test('has a page in all languages while no web server answers, and nothing for who did not ask for a page', async () => {
    await Promise.all([first.stop(), second.stop()]);
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const page = await ask('/settings', { headers: { accept } });
    expect(page).toMatchObject({
      status: 502,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'retry-after': '5',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    });
    expect([...page.text.matchAll(/lang="(..)"/g)].map(([, language]) => language)).toEqual([...LANGUAGES]);
    expect(page.text).not.toMatch(/nginx|127\.0\.0\.1/);
    for (const [path, asked] of [
      ['/release.json', { headers: { accept: 'application/json' } }],
      ['/login', { headers: { accept: '*/*' } }],
      ['/reports', { method: 'POST', headers: { accept } }],
    ] as const)
      expect(await ask(path, asked)).toMatchObject({ status: 502, text: '' });
    await Promise.all([first.start(), second.start()]);
  });

  test('lets a publication through as a stream, however large', async () => {
    const arrived = Promise.withResolvers<undefined>();
    service.answer = (request, response) => {
      let size = 0;
      request.on('data', (chunk: Buffer) => {
        size += chunk.length;
        arrived.resolve(undefined);
      });
      request.once('end', () => response.end(String(size)));
    };
    const { request, answer } = open('/publications/1/files/a.js', { host: 'releases', method: 'PUT' });
    const part = Buffer.alloc(3 * 1024 * 1024);
    request.write(part);
    // Before the last byte was sent.
    await arrived.promise;
    request.end(part);
    expect((await answer)?.text).toBe(String(2 * part.length));
    service.answer = webServer;
  });
});
