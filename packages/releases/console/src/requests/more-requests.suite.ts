import { recordGuardedParts } from '@portal/release/guarded-parts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { promoteAll, recordSampleCheck, publishRequiring } from '@portal/release/testing';
import { hiddenFields, visibleText } from '../testing/browser.ts';
import type { Browser } from '../testing/browser.ts';
import { MANAGER, SampleConsole } from '../testing/sample-console.ts';
import { IDLE_LIMIT_MS } from '../sign-in/sessions.ts';
import { KEPT_LIMIT_MS } from './saved-form.ts';

/** Tests of more kinds of requests, and of forms that come too late. */
export function testMoreRequests(): void {
  let app: SampleConsole;
  let browser: Browser;

  beforeEach(async () => {
    app = await SampleConsole.start();
    for (const version of ['1.1.0', '1.2.0']) await app.sample.publish('mfe-hubs', version);
    await app.sample.publish('mfe-legal', '1.1.0');
    [browser] = await app.signIn();
  });
  afterEach(() => app.stop());

  const live = async () => await app.sample.store.latestRelease();

  describe('a request to promote', () => {
    test('a canary says that everybody gets it, not that it ends', async () => {
      await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 5 });
      const confirmation = await browser.submit(await browser.open('/?action=promote&part=mfe-hubs'), '/confirm', {
        reason: 'Seen enough',
        version: '1.1.0',
      });
      expect(visibleText(confirmation)).toMatch(/Hubs 1\.1\.0 instead of 1\.0\.0; .* 5 %/);
      expect(visibleText(confirmation)).not.toContain('ends');
      const board = await browser.submit(confirmation, '/releases');
      expect(visibleText(board)).toContain('Hubs 1.0.0 → 1.1.0 (was a canary for 5 %)');
    });
  });

  test('a guarded promotion says until when some visitors get it; promoted again, everybody does', async () => {
    await recordGuardedParts(app.sample.store, { '*': true });
    const promote = async () =>
      await browser.submit(await browser.open('/?action=promote&part=mfe-hubs'), '/confirm', {
        reason: 'Faster',
        version: '1.1.0',
      });
    const confirmation = await promote();
    expect(visibleText(confirmation)).toContain('50 % for 30 min, then everybody');
    const board = visibleText(await browser.submit(confirmation, '/releases'));
    expect(board).toMatch(/Hubs 1\.1\.0 is being given to everybody: 50 % .* until \d\d\.\d\d\.\d{4} \d\d:\d\d/);
    expect(board).toMatch(/Being given to everybody by \S+: 50 % until/);
    expect((await browser.open('/?action=canary&part=mfe-hubs')).text).not.toContain('value="50 % for 30 min');
    await browser.submit(await promote(), '/releases');
    expect((await live())?.remotes['mfe-hubs']?.version).toBe('1.1.0');
  });

  describe('before a promotion', () => {
    const confirm = async () =>
      visibleText(
        await browser.submit(await browser.open('/?action=promote&part=mfe-hubs'), '/confirm', {
          reason: 'Faster',
          version: '1.1.0',
        }),
      );

    test('it is said whether the version was checked in a browser', async () => {
      expect(await confirm()).toContain('npm run release -- check mfe-hubs@1.1.0');
      await recordSampleCheck(app.sample.store, 'mfe-hubs', '1.1.0');
      expect(await confirm()).toContain('by anna, in shell 1.0.0');
      expect(visibleText(await browser.open('/'))).toContain('Checked on 23.11.2026 07:12');
    });

    test('a check that found fault speaks against it, and refuses it where a check is required', async () => {
      await recordSampleCheck(app.sample.store, 'mfe-hubs', '1.1.0', ['no heading']);
      expect(await confirm()).toMatch(/mfe-hubs 1\.1\.0 \(\/hubs\)/);
      await publishRequiring(app.sample.store, { 'mfe-hubs': { check: true } });
      expect(await confirm()).toContain('not-checked');
    });
  });

  describe('a canary with a plan', () => {
    const plan = '10 % for 2 h, 50 % for a day, then ask';
    const submitCanary = async (fields: Readonly<Record<string, string>>) =>
      await browser.submit(await browser.open('/?action=canary&part=mfe-hubs'), '/confirm', {
        version: '1.1.0',
        reason: 'To see',
        ...fields,
      });

    test('begins with the share of its first stage, and the board says what comes next', async () => {
      const confirmation = await submitCanary({ percent: '', plan });
      expect(visibleText(confirmation)).toMatch(new RegExp(`10 % .*Hubs 1\\.1\\.0 .*${plan}`));
      const board = await browser.submit(confirmation, '/releases');
      expect((await live())?.canaries['mfe-hubs']).toMatchObject({ percent: 10, stagedPlan: { stages: [{}, {}] } });
      expect(visibleText(board)).toContain(`Hubs canary 1.1.0 at 10 %, by the plan ${plan}`);
      const form = await browser.open('/?action=canary&part=mfe-hubs');
      expect(form.text).toContain(`value="${plan}"`);
      const growing = await browser.submit(form, '/confirm', {
        version: '1.1.0',
        percent: '25',
        plan: '',
        reason: 'Faster',
      });
      expect(visibleText(growing)).toMatch(/25 % .*Hubs 1\.1\.0 .*instead of 10 %.*plan ends/);
    });

    test.each([
      [{ percent: '', plan: '10 % for 2 h' }, 'plan-error'],
      [{ percent: '25', plan }, 'request'],
      [{ percent: '', plan: '' }, 'percent-error'],
      [{ percent: '0', plan }, 'percent-error'],
    ])('is shown again with what is wrong: %j', async (fields, problem) => {
      const page = await submitCanary(fields);
      expect([page.status, page.text]).toEqual([422, expect.stringContaining(problem)]);
    });
  });

  describe('a yank', () => {
    test('says what it means, then excludes the version', async () => {
      const form = await browser.open('/?action=yank&part=mfe-hubs&version=1.2.0');
      expect(form.text).toMatch(/<option value="1\.2\.0" selected>/);
      const confirmation = await browser.submit(form, '/confirm', { version: '1.2.0', reason: 'Shows too much' });
      expect(visibleText(confirmation)).toMatch(/Hubs 1\.2\.0 is never released again.*The live release stays/);
      expect(await app.sample.store.readYank('mfe-hubs', '1.2.0')).toBeUndefined();
      const board = await browser.submit(confirmation, '/releases');
      expect(visibleText(board)).toContain('Hubs 1.2.0 is yanked');
      expect(await app.sample.store.readYank('mfe-hubs', '1.2.0')).toMatchObject({ by: MANAGER.email });
      expect(app.records.join('\n')).toContain('"event":"yanked"');
    });
  });

  describe('several parts', () => {
    const versions = { versions: 'mfe-hubs@1.1.0' };

    test('are promoted in one release, after its preview', async () => {
      const form = await browser.open('/together');
      const body = new URLSearchParams({
        ...hiddenFields(form, '/confirm'),
        reason: 'They belong together',
        percent: '',
      });
      for (const version of ['', 'mfe-hubs@1.1.0', 'mfe-legal@1.1.0']) body.append('versions', version);
      const headers = { origin: app.origin };
      const confirmation = await browser.open('/confirm', { method: 'POST', body, headers });
      for (const part of ['Hubs', 'Legal'])
        expect(visibleText(confirmation)).toContain(`${part} 1.1.0 instead of 1.0.0`);
      const confirmed = new URLSearchParams(hiddenFields(confirmation, '/releases'));
      confirmed.delete('versions');
      for (const [, value] of confirmation.text.matchAll(/name="versions" value="([^"]*)"/g))
        confirmed.append('versions', value ?? '');
      await browser.open('/releases', { method: 'POST', body: confirmed, headers });
      expect(await live()).toMatchObject({
        number: 2,
        remotes: { 'mfe-hubs': { version: '1.1.0' }, 'mfe-legal': { version: '1.1.0' } },
      });
    });

    test('or one of them can be a canary', async () => {
      const form = await browser.open('/together');
      const confirmation = await browser.submit(form, '/confirm', { ...versions, percent: '10', reason: 'To see' });
      await browser.submit(confirmation, '/releases');
      expect(await live()).toMatchObject({ canaries: { 'mfe-hubs': { version: '1.1.0', percent: 10 } } });
    });

    test.each([
      [{ versions: '', reason: 'x' }, 'version-mfe-hubs'],
      [{ ...versions, reason: '' }, 'reason'],
      [{ ...versions, reason: 'x', percent: '0' }, 'percent'],
    ])('the form comes back with what was typed: %j', async (fields, field) => {
      const page = await browser.submit(await browser.open('/together'), '/confirm', fields);
      expect(page.status).toBe(422);
      expect(page.text).toContain(`${field}-error`);
      expect(page.text).toContain(`value="${fields.versions}"${fields.versions === '' ? '' : ' selected'}`);
    });

    test.each(['mfe-hubs', '..@1.1.0', 'mfe-hubs@../1'])('%j is no version of a part', async (version) => {
      const page = await browser.submit(await browser.open('/together'), '/confirm', {
        versions: version,
        reason: 'x',
      });
      expect(page.status).toBe(400);
    });
  });

  describe('a form that comes after the end of its sign-in', () => {
    const typed = { version: '1.1.0', reason: 'Typed for a long time', urgent: 'yes' };
    /** Sends the form, or its confirmation, an hour after it was opened. */
    async function sendLate(action = '/confirm') {
      let page = await browser.open('/?action=promote&part=mfe-hubs');
      if (action === '/releases') page = await browser.submit(page, '/confirm', typed);
      app.now += IDLE_LIMIT_MS + 1;
      return await browser.submit(page, action, typed);
    }
    const signInAgain = async () => await browser.open('/sign-in?to=%2Fkept');

    test.each(['/confirm', '/releases'])(
      '%s is shown again to the same person, and never carried out',
      async (action) => {
        const refused = await sendLate(action);
        expect(refused.status).toBe(401);
        expect(refused.text).toContain('href="/sign-in?to=%2Fkept"');
        const page = await signInAgain();
        expect(visibleText(page)).toContain('Your form is back');
        expect(page.text).toContain('value="Typed for a long time"');
        expect(page.text).toContain('<option value="1.1.0" selected>');
        expect(page.text).toMatch(/name="urgent" value="yes" checked/);
        expect((await live())?.number).toBe(1);
        const confirmation = await browser.submit(page, '/confirm', typed);
        expect(confirmation.text).toContain('action="/releases"');
        expect([...browser.cookies.keys()]).toEqual(['console_session']);
      },
    );

    test('is shown again after a restart of the console, too', async () => {
      const form = await browser.open('/?action=promote&part=mfe-hubs');
      await app.restart();
      expect((await browser.submit(form, '/confirm', typed)).text).toContain('href="/sign-in?to=%2Fkept"');
      app.identity.person = { ...MANAGER, email: 'other@example.com' };
      expect((await signInAgain()).text).not.toContain('Typed for a long time');
      app.identity.person = MANAGER;
      expect((await signInAgain()).text).toContain('value="Typed for a long time"');
    });

    test('says which release is live meanwhile', async () => {
      await sendLate();
      await promoteAll(app.sample.store, { 'mfe-hubs': '1.2.0' }, { by: 'anna' });
      expect(visibleText(await signInAgain())).toContain('release 2 is live now');
    });

    test('for several parts is kept, too', async () => {
      const form = await browser.open('/together');
      app.now += IDLE_LIMIT_MS + 1;
      await browser.submit(form, '/confirm', { versions: 'mfe-hubs@1.1.0', percent: '25', reason: 'Both' });
      const page = await signInAgain();
      expect(visibleText(page)).toContain('Promote several parts');
      expect(page.text).toContain('value="mfe-hubs@1.1.0" selected');
      expect(page.text).toContain('value="25" selected');
    });

    test('is not shown to somebody else, nor after half an hour', async () => {
      await sendLate();
      app.identity.person = { ...MANAGER, email: 'other@example.com' };
      expect((await signInAgain()).text).not.toContain('Typed for a long time');
      app.identity.person = MANAGER;
      expect((await signInAgain()).text).toContain('Typed for a long time');
      app.now += KEPT_LIMIT_MS + 1;
      expect((await signInAgain()).text).not.toContain('Typed for a long time');
    });

    test('is not kept if another site sent it, or a browser that never signed in', async () => {
      const fields = { ...hiddenFields(await browser.open('/?action=promote&part=mfe-hubs'), '/confirm'), ...typed };
      app.now += IDLE_LIMIT_MS + 1;
      for (const attempt of [
        () => browser.post('/confirm', fields, { origin: 'https://evil.example' }),
        () => browser.post('/confirm', { ...fields, token: 'x'.repeat(43) }),
        () => app.browser().post('/confirm', fields),
      ]) {
        const page = await attempt();
        expect([page.status, page.text]).toEqual([401, expect.not.stringContaining('/sign-in?to=%2Fkept')]);
        expect([...browser.cookies.keys()]).toEqual(['console_session']);
      }
    });

    test('is not kept if it is longer than any cookie', async () => {
      const form = await browser.open('/?action=promote&part=mfe-hubs');
      app.now += IDLE_LIMIT_MS + 1;
      const page = await browser.submit(form, '/confirm', { ...typed, reason: 'x'.repeat(4000) });
      expect([page.status, page.text]).toEqual([401, expect.not.stringContaining('/sign-in?to=%2Fkept')]);
      expect([...browser.cookies.keys()]).toEqual(['console_session']);
    });
  });
}
