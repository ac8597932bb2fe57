import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ANNA, HUBS_PROJECT, SampleService } from './testing/sample-service.ts';

/** Tests of what operators see: health, metrics and log. */
export function testOperators(): void {
  let service: SampleService;

  beforeEach(async () => {
    service = await SampleService.start({ metricsPort: 0, accessLog: true });
  });
  afterEach(() => service.stop());

  const written = () => service.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const metrics = async () => (await fetch(service.metricsUrl)).text();

  /** Waits for the lines of this many requests: they are written once the connection has taken the answer. */
  async function requests(count: number) {
    const found = () => written().filter(({ message }) => message === 'request');
    while (found().length < count) await new Promise(setImmediate);
    return found();
  }

  test('says whether it runs and takes requests, beside its clients and on the address of its metrics', async () => {
    for (const origin of [service.origin, new URL(service.metricsUrl).origin]) {
      expect(await (await fetch(`${origin}/livez`)).json()).toEqual({ alive: true });
      expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({ ready: true });
    }
  });

  test('requests count by the pattern of their address and by status, and are lines with their id', async () => {
    const anna = await service.signIn(ANNA);
    await anna.send('GET', '/identity');
    await fetch(`${service.origin}/nothing`);
    expect((await anna.send('GET', '/objects/yanked/mfe-hubs/1.0.0.json')).status).toBe(404);
    const lines = await requests(5);
    const refused = written().filter(({ event }) => event === 'request-refused');
    expect(refused).toMatchObject([{ what: 'GET an unknown address' }]);
    expect(lines).toContainEqual(
      expect.objectContaining({ method: 'GET', path: '/identity', kind: 'GET /identity', status: 200 }),
    );
    expect(await metrics()).toContain('portal_http_requests_total{kind="GET /identity",status="200"} 1\n');
    expect(await metrics()).toContain('portal_http_requests_total{kind="unknown",status="404"} 1\n');
  });

  test.each([
    ['is malformed', '/%zz?x', 400],
    ['is not UTF-8', '/objects/%ff', 400],
    ['is too long', `/approvals/${'a'.repeat(601)}`, 414],
  ])('an address that %s is a request like all others', async (_what, path, status) => {
    const answer = await fetch(service.origin + path, { method: 'POST' });
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toMatch('application/problem+json');
    expect(await answer.json()).toMatchObject({
      status,
      kind: 'usage',
      detail: expect.stringContaining('The address is'),
    });
    expect(await requests(1)).toMatchObject([{ kind: 'unknown', status }]);
    expect(written()).toContainEqual(
      expect.objectContaining({ event: 'request-refused', what: 'POST an unknown address' }),
    );
    expect(await metrics()).toContain(`portal_http_requests_total{kind="unknown",status="${String(status)}"} 1\n`);
  });

  test('events are lines of the same log, with the id of their request, and name people by their id [T434]', async () => {
    await service.signIn(ANNA);
    await service.job();
    const signedIn = written().filter(({ event }) => event === 'signed-in');
    expect(signedIn).toMatchObject([
      { level: 'info', message: 'signed-in', who: ANNA.sub, requestId: expect.any(String) },
      { who: HUBS_PROJECT, requestId: expect.any(String) },
    ]);
    expect(service.lines.join('\n')).not.toContain(ANNA.email);
  });

  test('of a refused person the answer has the address, and the line the rule, also where no mask knows an address', async () => {
    const email = 'eve@intranet';
    const client = await service.client();
    const refused = await client.signIn(await service.people.personToken({ sub: 'eve', email, roles: [] }));
    expect(refused).toMatchObject({ status: 403, body: { error_description: expect.stringContaining(email) } });
    expect(written()).toContainEqual(expect.objectContaining({ event: 'request-refused', why: 'not-allowed' }));
    expect(service.lines.join('\n')).not.toContain('intranet');
  });

  test('no line has a token, a cookie, a query, a body or an address of mail, wherever a request has it [T436]', async () => {
    const anna = await service.signIn(ANNA);
    const secrets = [anna.accessToken, 'eve@example.com', 'eve%40example.com', 'Zm9vYmFyMTIzNDU2Nzg5MA'];
    let sent = (await requests(2)).length;
    for (const secret of secrets) {
      for (const path of ['/identity', '/token', '/requests', '/nowhere', `/approvals/${secret}`, `/${secret}`]) {
        await fetch(`${service.origin}${path}?token=${secret}`, {
          method: path === '/identity' ? 'GET' : 'POST',
          headers: {
            cookie: `session=${secret}`,
            authorization: `DPoP ${secret}`,
            dpop: secret,
            referer: `https://releases.example.com/?code=${secret}`,
            'user-agent': secret,
            'x-forwarded-for': secret,
            'x-request-id': secret,
            ...(path !== '/identity' && { 'content-type': 'application/json' }),
          },
          ...(path !== '/identity' && { body: JSON.stringify({ reason: secret, [secret]: secret }) }),
        });
        sent += 1;
      }
    }
    await requests(sent);
    for (const secret of secrets) expect(service.lines.join('\n')).not.toContain(secret);
  });

  test('the metrics and the log say when the store cannot be read, and when it can be read again', async () => {
    const { driver } = service.sample.store;
    const { list } = driver;
    await service.look();
    expect(await metrics()).toContain('\nportal_store_readable 1\n');
    driver.list = () => Promise.reject(new Error('the disk is gone'));
    for (let look = 0; look < 2; look += 1) await service.look();
    expect(await metrics()).toContain('\nportal_store_readable 0\n');
    driver.list = list;
    await service.look();
    expect(await metrics()).toContain('\nportal_store_readable 1\n');
    expect(written().filter(({ message }) => String(message).includes('the store'))).toMatchObject([
      { level: 'warn', message: expect.stringContaining('the disk is gone'), error: expect.anything() },
      { level: 'info' },
    ]);
  });
}
