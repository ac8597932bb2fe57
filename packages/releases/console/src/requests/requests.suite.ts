import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readHistory } from '@portal/release/operations/read-history';
import { Browser, hiddenFields, visibleText } from '../testing/browser.ts';
import type { Visit } from '../testing/browser.ts';
import { MANAGER, SampleConsole } from '../testing/sample-console.ts';
import { promoteAll, recordSampleEvidence } from '@portal/release/testing';

/** Tests of a request: its form, its confirmation and what it does. */
export function testRequests(): void {
  const REASON = { reason: 'Search from eight hubs on' };

  let app: SampleConsole;
  let browser: Browser;

  beforeEach(async () => {
    app = await SampleConsole.start();
    for (const version of ['1.1.0', '1.2.0']) await app.sample.publish('mfe-hubs', version);
    [browser] = await app.signIn();
  });
  afterEach(() => app.stop());

  const live = async () => await app.sample.store.latestRelease();
  const open = async (action: string, part = 'mfe-hubs') => await browser.open(`/?action=${action}&part=${part}`);
  /** Submits a form and its confirmation. */
  async function submitRequest(action: string, fields: Readonly<Record<string, string>>): Promise<Visit> {
    const confirmation = await browser.submit(await open(action), '/confirm', { ...REASON, ...fields });
    return await browser.submit(confirmation, '/releases');
  }

  describe('a request', () => {
    test('to promote shows exactly what will change, then creates the release', async () => {
      const form = await open('promote');
      const confirmation = await browser.submit(form, '/confirm', { ...REASON, version: '1.1.0' });
      const words = visibleText(confirmation);
      expect(words).toMatch(
        /Everybody gets Hubs 1\.1\.0 instead of 1\.0\.0.*Hubs .*1\.0\.0 steps in.*Shell 1\.0\.0, Legal 1\.0\.0/,
      );
      expect((await live())?.number).toBe(1);
      const board = await browser.submit(confirmation, '/releases');
      expect(board.url.search).toBe('?done=2');
      expect(visibleText(board)).toContain('Release 2 was created');
      expect(await live()).toMatchObject({
        number: 2,
        createdBy: MANAGER.email,
        reason: REASON.reason,
        action: 'promote',
        urgent: false,
        remotes: { 'mfe-hubs': { version: '1.1.0' }, 'mfe-legal': { version: '1.0.0' } },
      });
    });

    test('for a version that failed before is made only by somebody who insists', async () => {
      const baseline = { version: '1.0.0', visits: 300, failed: 0 };
      const failed = { as: 'canary', verdict: 'worse', visits: 6, failed: 6, baseline } as const;
      await recordSampleEvidence(app.sample.store, 'mfe-hubs', '1.1.0', failed);
      const refused = await browser.submit(await open('promote'), '/confirm', { ...REASON, version: '1.1.0' });
      expect(visibleText(refused)).toContain('6 of 6 visits');
      expect(visibleText(refused)).toContain('Promote 1.1.0 anyway…');
      const confirmation = await browser.submit(refused, '/confirm');
      expect(await live()).toMatchObject({ number: 1 });
      await browser.submit(confirmation, '/releases');
      expect(await live()).toMatchObject({ number: 2, remotes: { 'mfe-hubs': { version: '1.1.0' } } });
    });

    test('for a canary starts, grows and ends it', async () => {
      await submitRequest('canary', { version: '1.1.0', percent: '5' });
      expect((await live())?.canaries).toMatchObject({ 'mfe-hubs': { version: '1.1.0', percent: 5 } });
      expect(visibleText(await browser.open('/'))).toContain('5 % canary');
      const growing = await browser.submit(await open('canary'), '/confirm', {
        ...REASON,
        version: '1.1.0',
        percent: '25',
      });
      expect(visibleText(growing)).toMatch(/25 % .*Hubs 1\.1\.0 .*instead of 5 %/);
      await browser.submit(growing, '/releases');
      expect((await live())?.canaries).toMatchObject({ 'mfe-hubs': { percent: 25 } });
      const ending = await browser.submit(await open('end-canary'), '/confirm', REASON);
      expect(visibleText(ending)).toContain('The canary of Hubs 1.1.0 ends');
      await browser.submit(ending, '/releases');
      expect(await live()).toMatchObject({ number: 4, canaries: {}, remotes: { 'mfe-hubs': { version: '1.0.0' } } });
    });

    test('to take a part out is apart from the roll-back, and not offered for the shell', async () => {
      const board = await browser.open('/');
      expect(visibleText(board)).toContain('no other version is published');
      expect(board.text).not.toContain('href="/?action=rollback&amp;part=mfe-legal"');
      expect(board.text).toContain('href="/?action=take-out&amp;part=mfe-legal"');
      expect(board.text).not.toContain('href="/?action=take-out&amp;part=shell"');
      const form = await open('take-out', 'mfe-legal');
      expect(form.text).not.toContain('<option');
      const confirmation = await browser.submit(form, '/confirm', REASON);
      expect(visibleText(confirmation)).toMatch(/Legal .*leaves the portal/);
      expect((await live())?.number).toBe(1);
      await browser.submit(confirmation, '/releases');
      expect(Object.keys((await live())?.remotes ?? {})).toEqual(['mfe-hubs']);
    });

    test('to roll back lists every version of the store, the latest live version first, even if the clock was set back', async () => {
      const clock = jest.spyOn(Date.prototype, 'toISOString').mockReturnValue('2026-03-01T12:00:00.000Z');
      await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { by: 'anna' });
      clock.mockReturnValue('2026-03-01T11:00:00.000Z');
      await promoteAll(app.sample.store, { 'mfe-hubs': '1.2.0' }, { by: 'anna' });
      clock.mockRestore();
      const form = await open('rollback');
      const options = [...form.text.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value);
      expect(options).toEqual(['1.1.0', '1.0.0']);
      expect(visibleText(form)).toMatch(/1\.1\.0, live until \d\d\.\d\d\.\d{4} \d\d:\d\d/);
      await submitRequest('rollback', { version: '1.0.0', urgent: 'yes' });
      expect(await live()).toMatchObject({
        action: 'rollback',
        urgent: true,
        remotes: { 'mfe-hubs': { version: '1.0.0' }, 'mfe-legal': { version: '1.0.0' } },
      });
    });

    test.each([
      ['promote', { version: '1.1.0', reason: '  ' }, 'reason'],
      ['canary', { version: '1.1.0', percent: '5', reason: '' }, 'reason'],
      ['canary', { version: '1.1.0', percent: '100', reason: 'x' }, 'percent'],
      ['rollback', { version: '', reason: 'x' }, 'version'],
      ['promote', { version: '1.1.0', reason: 'x'.repeat(301) }, 'reason'],
    ])('to %s with %j is shown again, with an error at the field', async (action, fields, field) => {
      const page = await browser.submit(await open(action), '/confirm', fields);
      expect(page.status).toBe(422);
      expect(page.text).toMatch(/<title>Error: /);
      expect(page.text).toMatch(
        new RegExp(`aria-invalid="true" aria-describedby="${field}-error ${field}-hint" autofocus`),
      );
      expect((await live())?.number).toBe(1);
    });

    test('that breaks a rule shows rule and remedy, and cannot be confirmed', async () => {
      const form = await open('promote');
      const confirmation = await browser.submit(form, '/confirm', { ...REASON, version: '9.9.9' });
      expect(confirmation.status).toBe(422);
      expect(visibleText(confirmation)).toMatch(/mfe-hubs 9\.9\.9 .*npm run release -- status mfe-hubs.*not-published/);
      expect(confirmation.text).not.toContain('type="submit">Promote');
    });

    test('that changes nothing cannot be confirmed', async () => {
      const form = await open('promote');
      const confirmation = await browser.submit(form, '/confirm', { ...REASON, version: '1.0.0' });
      expect(visibleText(confirmation)).toContain('Nothing would change');
      expect(confirmation.text).not.toContain('type="submit">Promote');
    });

    test('that only makes the live release urgent creates a release, and shows that no version changes', async () => {
      const fields = { ...REASON, version: '1.0.0', urgent: 'yes' };
      const confirmation = await browser.submit(await open('promote'), '/confirm', fields);
      expect(visibleText(confirmation)).toContain('No version changes');
      await browser.submit(confirmation, '/releases');
      expect(await live()).toMatchObject({ number: 2, urgent: true });
    });

    test('shows reasons as text, never as markup [T285]', async () => {
      await submitRequest('promote', { version: '1.1.0', reason: '<script>alert(1)</script>"\'&' });
      const board = await browser.open('/');
      expect(board.text).not.toContain('<script');
      expect(visibleText(board)).toContain('<script>alert(1)</script>"\'&');
    });
  });

  describe('two managers at once', () => {
    test('the later one sees another release instead of the confirmation', async () => {
      const form = await open('promote');
      await promoteAll(app.sample.store, { 'mfe-hubs': '1.2.0' }, { by: 'anna', reason: 'first' });
      const page = await browser.submit(form, '/confirm', { ...REASON, version: '1.1.0' });
      expect(page.status).toBe(409);
      expect(visibleText(page)).toMatch(/anna .*release 2\b/);
    });

    test('the later one sees another release after the confirmation, too, and nothing is lost [T302]', async () => {
      const form = await open('promote');
      const confirmation = await browser.submit(form, '/confirm', { ...REASON, version: '1.1.0' });
      await promoteAll(app.sample.store, { 'mfe-hubs': '1.2.0' }, { by: 'anna', reason: 'first' });
      const page = await browser.submit(confirmation, '/releases');
      expect(page.status).toBe(409);
      expect(visibleText(page)).toContain('Hubs 1.0.0 → 1.2.0');
      expect(visibleText(page)).toContain('Release 2 is live');
      expect((await readHistory(app.sample.store)).map(({ number }) => number)).toEqual([2, 1]);
    });

    test('of two that confirm at the same moment, one wins', async () => {
      const [other] = await app.signIn();
      const confirmations = await Promise.all(
        [browser, other].map(async (each) => {
          const form = await each.open('/?action=promote&part=mfe-hubs');
          const version = each === browser ? '1.1.0' : '1.2.0';
          return [each, await each.submit(form, '/confirm', { ...REASON, version })] as const;
        }),
      );
      const pages = await Promise.all(confirmations.map(([each, page]) => each.submit(page, '/releases')));
      expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200, 409]));
      expect((await live())?.number).toBe(2);
    });
  });

  describe('a form is refused', () => {
    const forms = ['/confirm', '/releases', '/sign-out'];
    const fieldsFor = async (): Promise<Record<string, string>> => {
      const form = hiddenFields(await open('promote'), '/confirm');
      return { ...form, ...REASON, version: '1.1.0' };
    };

    test.each(forms)('%s, from another origin or without one [T335]', async (path) => {
      const fields = await fieldsFor();
      for (const origin of ['https://evil.example', 'null', 'http://localhost:4000', '']) {
        const page = await browser.post(path, fields, { origin });
        expect(page.status).toBe(403);
      }
      const page = await browser.post(path, fields, { 'sec-fetch-site': 'same-site' });
      expect(page.status).toBe(403);
      expect((await live())?.number).toBe(1);
      expect((await browser.open('/')).status).toBe(200);
    });

    test.each(forms)('%s, without the token of the session or with another one [T336]', async (path) => {
      const { token: _token, ...fields } = await fieldsFor();
      const [stranger] = await app.signIn();
      const otherToken = hiddenFields(await stranger.open('/'), '/sign-out')['token'] ?? '';
      for (const token of [{}, { token: '' }, { token: otherToken }, { token: 'x'.repeat(43) }])
        expect((await browser.post(path, { ...fields, ...token })).status).toBe(403);
      expect((await live())?.number).toBe(1);
      expect((await browser.open('/')).status).toBe(200);
    });

    test.each(forms)('%s, without a session [T380]', async (path) => {
      const page = await new Browser(app.origin).post(path, await fieldsFor());
      expect(page.status).toBe(401);
      expect((await live())?.number).toBe(1);
    });

    test.each([
      { action: 'delete' },
      { part: '../../etc' },
      { part: 'mfe-hubs/..' },
      { base: '-1' },
      { base: '' },
      { urgent: 'perhaps' },
      { action: 'promote', version: '../1.1.0' },
    ])('that no page of the console can send: %j [T298]', async (changes) => {
      const page = await browser.post('/releases', { ...(await fieldsFor()), ...changes });
      expect([400, 422]).toContain(page.status);
      expect((await live())?.number).toBe(1);
    });

    test('as JSON, or if it is too long', async () => {
      const headers = { origin: app.origin, 'content-type': 'application/json' };
      const json = await browser.open('/releases', {
        method: 'POST',
        body: JSON.stringify(await fieldsFor()),
        headers,
      });
      expect(json.status).toBe(415);
      const long = await browser.post('/releases', { ...(await fieldsFor()), reason: 'x'.repeat(20_000) });
      expect(long.status).toBe(413);
    });
  });

  test.each(['/releases', '/confirm', '/sign-out'])('a GET of %s changes nothing [T338]', async (path) => {
    const fields = new URLSearchParams({
      ...hiddenFields(await open('promote'), '/confirm'),
      version: '1.1.0',
      reason: 'x',
    });
    expect((await browser.open(`${path}?${fields.toString()}`)).status).toBe(404);
    expect((await live())?.number).toBe(1);
    expect((await browser.open('/')).status).toBe(200);
  });
}
