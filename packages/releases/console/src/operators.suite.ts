import { request as send } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { visibleText } from './testing/browser.ts';
import { SampleConsole } from './testing/sample-console.ts';

/** Tests of what operators see: health, metrics and log. */
export function testOperators(): void {
  const PROXY_FILE = join(import.meta.dirname, '../../../../operations/nginx/portal-proxy.conf');

  let app: SampleConsole;

  beforeEach(async () => {
    app = await SampleConsole.start();
  });
  afterEach(() => app.stop());

  /** The status for who has no name for the console, at an address that is sent as it is. */
  async function readStatus(path: string): Promise<number | undefined> {
    const { hostname, port } = new URL(app.origin);
    const request = send({ hostname, port, path, headers: { host: '10.0.0.7:4200' } });
    request.end();
    const [response] = (await once(request, 'response')) as [{ statusCode?: number; resume(): void }];
    response.resume();
    return response.statusCode;
  }

  test('says whether it runs and takes requests, to a load balancer that has no name for it', async () => {
    for (const path of ['/livez', '/readyz']) expect(await readStatus(path)).toBe(200);
  });

  test('has its health only at addresses that nginx hides', async () => {
    const hidden = new RegExp(/location ~ (\S+) /.exec(await readFile(PROXY_FILE, 'utf8'))?.[1] ?? 'none');
    for (const path of ['/livez/', '/readyz/', '/%72eadyz/']) {
      expect([path, await readStatus(path)]).toEqual([path, 200]);
      expect(decodeURIComponent(path)).toMatch(hidden);
    }
    for (const path of ['/readyz//', '//readyz', '/READYZ', '/readyz;x', '/readyz%2F', '/readyz%3Fx', '/readyz/.'])
      expect([path, await readStatus(path)]).toEqual([path, 421]);
  });

  test('requests count by the pattern of their address and by status', async () => {
    await app.signIn();
    const metrics = await (await fetch(app.metricsUrl)).text();
    expect(metrics).toMatch(/^portal_http_requests_total\{kind="GET \/signed-in",status="303"\} 1$/m);
    expect(await (await fetch(new URL('/readyz', app.metricsUrl))).json()).toEqual({ ready: true });
  });

  test('an address that cannot be read is a request like all others', async () => {
    const page = await app.browser().open('/%zz?x');
    expect(page.status).toBe(400);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(visibleText(page)).toContain('Invalid request');
    const metrics = await (await fetch(app.metricsUrl)).text();
    expect(metrics).toContain('portal_http_requests_total{kind="unknown",status="400"} 1\n');
  });

  test('no line has a token, a cookie, a query, a form or an address of mail, wherever a request has it [T437]', async () => {
    const [browser] = await app.signIn();
    const secrets = [
      ...browser.cookies.values(),
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl',
      'eve@example.com',
      'eve%40example.com',
      'Zm9vYmFyMTIzNDU2Nzg5MA',
    ];
    for (const secret of secrets) {
      for (const path of ['/', '/signed-in', '/nowhere', `/${encodeURIComponent(secret)}`]) {
        const headers = {
          cookie: `session=${secret}`,
          authorization: `Bearer ${secret}`,
          referer: `${app.origin}/signed-in?code=${secret}`,
          'user-agent': secret,
          'x-forwarded-for': secret,
          'x-request-id': secret,
        };
        await fetch(`${app.origin}${path}?code=${secret}&state=${secret}`, { headers, redirect: 'manual' });
        const form = { ...headers, origin: secret.includes('@') ? 'null' : app.origin };
        const body = new URLSearchParams({ reason: secret, [secret]: secret });
        await fetch(app.origin + path, { method: 'POST', headers: form, body, redirect: 'manual' });
      }
    }
    const lines = [...app.records, ...app.lines].join('\n');
    expect(lines).toContain('"event":"request-refused"');
    expect(lines).toContain('"message":"request"');
    for (const secret of secrets) expect(lines).not.toContain(secret);
  });

  test('the metrics of a console that works on the store itself say whether that can be read', async () => {
    const metrics = async () => (await fetch(app.metricsUrl)).text();
    const { driver } = app.sample.store;
    const { list } = driver;
    await app.look();
    expect(await metrics()).toContain('\nportal_store_readable 1\n');
    driver.list = () => Promise.reject(new Error('the disk is gone'));
    await app.look();
    expect(await metrics()).toContain('\nportal_store_readable 0\n');
    driver.list = list;
    // Its release service has the same figure.
    await app.connect('http://localhost:1');
    expect(await metrics()).not.toContain('portal_store_readable');
  });
}
