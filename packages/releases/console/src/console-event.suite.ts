import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import { promoteAll } from '@portal/release/testing';
import type { Browser } from './testing/browser.ts';
import { visibleText } from './testing/browser.ts';
import { SampleConsole } from './testing/sample-console.ts';

/** Tests of what is recorded. */
export function testEvents(): void {
  let app: SampleConsole;

  beforeEach(async () => {
    app = await SampleConsole.start();
    await app.sample.publish('mfe-hubs', '1.1.0');
  });
  afterEach(() => app.stop());

  /** Browsers and fetch may take either address of "localhost". */
  const LOOPBACK = /^(127\.0\.0\.1|::1)$/;

  /** What was recorded since the last call, without what is the same in all, and without the id of the request. */
  function events(): readonly object[] {
    return app.records.splice(0).map((line) => {
      expect(line).not.toContain('\n');
      const { level, time, server, message, requestId, from, ...event } = JSON.parse(line) as Record<string, unknown>;
      expect({ level, time, server, from }).toEqual({
        level: 'info',
        time: new Date(app.now).toISOString(),
        server: 'release-console',
        from: expect.stringMatching(LOOPBACK),
      });
      expect(message).toBe(event['event']);
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
      return event;
    });
  }

  const CANARY = { action: 'canary', part: 'mfe-hubs', version: '1.1.0', percent: '5', reason: 'to try' };
  const send = async (browser: Browser, fields: Record<string, string>) => {
    const board = await browser.open('/?action=canary&part=mfe-hubs');
    const token = /name="token" value="([^"]+)"/.exec(board.text)?.[1] ?? '';
    return await browser.post('/releases', { ...CANARY, base: '1', token, ...fields });
  };

  test('sign-ins and sign-outs are recorded, accepted or not [T444]', async () => {
    const [browser, board] = await app.signIn();
    await browser.submit(board, '/sign-out');
    app.identity.person = { email: 'owner@example.com', roles: [] };
    await app.browser().open('/sign-in');
    await app.browser().open('/signed-in?state=x&code=secret');
    expect(events()).toEqual([
      { event: 'signed-in', who: 'manager' },
      { event: 'signed-out', who: 'manager' },
      {
        event: 'sign-in-refused',
        who: 'owner',
        why: 'no release manager',
      },
      { event: 'request-refused', what: 'GET /signed-in', why: 'This sign-in has expired' },
    ]);
  });

  test.each(['anna@intranet', 'anna@firma.köln'])(
    'of a refused %s the page has the address, and the line does not',
    async (email) => {
      for (const [person, why] of [
        [{ email, email_verified: true, roles: [] }, 'no release manager'],
        [{ email, email_verified: false, roles: ['release-manager'] }, 'e-mail address not confirmed'],
      ] as const) {
        app.identity.person = person;
        expect(visibleText(await app.browser().open('/sign-in'))).toContain(email);
        expect(app.records.join()).not.toMatch(/intranet|firma/);
        expect(events()).toEqual([{ event: 'sign-in-refused', who: 'anna', why }]);
      }
    },
  );

  test('changes are recorded with person and release, and so are refused ones [T427]', async () => {
    const [browser] = await app.signIn();
    await send(browser, { urgent: 'yes' });
    await send(browser, {});
    await send(browser, { base: '2', version: '9.9.9' });
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' });
    const who = 'manager';
    expect(events()).toEqual([
      { event: 'signed-in', who },
      { event: 'released', who, what: 'canary mfe-hubs 1.1.0 5 % urgent', release: 2 },
      {
        event: 'release-refused',
        who,
        what: 'canary mfe-hubs 1.1.0 5 %',
        why: 'another release meanwhile',
        release: 2,
      },
      { event: 'release-refused', who, what: 'canary mfe-hubs 9.9.9 5 %', why: 'not-published' },
    ]);
  });

  test('forms of other sites and without a session are recorded, and opening a page without a session is not [T446]', async () => {
    const [browser] = await app.signIn();
    await browser.post('/releases', CANARY, { origin: 'https://evil.example' });
    await app.browser().post('/releases', CANARY);
    await app.browser().open('/');
    expect(events().slice(1)).toEqual([
      { event: 'request-refused', what: 'POST /releases', why: 'Not from this console' },
      { event: 'request-refused', what: 'POST /releases', why: 'Your sign-in has ended' },
    ]);
  });

  test('behind a trusted proxy a line names the address that the proxy saw, and nobody else is believed [T424]', async () => {
    const from = async (headers: Record<string, string>) => {
      await app.browser().request('/signed-in?state=x&code=x', { headers });
      return (JSON.parse(app.records.pop() ?? '{}') as Record<string, unknown>)['from'];
    };
    const forwarded = { 'x-forwarded-for': '198.51.100.1, 192.0.2.7', 'x-forwarded-host': 'evil.example' };
    expect(await from(forwarded)).toMatch(LOOPBACK);
    app.trustedProxies = TrustedProxies.of('127.0.0.1, ::1');
    await app.restart();
    expect(await from(forwarded)).toBe('192.0.2.7');
  });

  test('a line has nothing of what a stranger writes into headers, and never a secret [T410]', async () => {
    const browser = app.browser();
    const headers = { 'x-forwarded-for': `192.0.2.7, ::1%${'z'.repeat(9000)}` };
    await browser.request('/signed-in?state=very-secret&code=very-secret', { headers });
    const [board] = await app.signIn();
    const secrets = [...board.cookies.values(), 'very-secret', 'eyJ'];
    expect(JSON.parse(app.records[0] ?? '')).toMatchObject({ from: expect.stringMatching(LOOPBACK) });
    expect(app.records.join()).not.toMatch(/192\.0\.2\.7|zzz/);
    for (const secret of secrets) expect(app.records.join()).not.toContain(secret);
  });
}
