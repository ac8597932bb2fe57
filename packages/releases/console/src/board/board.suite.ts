import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { newKey, readSigner } from '@portal/release/release-log/signed-note';
import { applyRequest } from '@portal/release/operations/apply-request';
import { addKey } from '@portal/release/operations/change-keys';
import { endCanary, promoteAll, recordSampleEvidence, rollBack, yank } from '@portal/release/testing';
import { CountingServer } from '@portal/release-watcher/testing';
import { visibleText } from '../testing/browser.ts';
import { SampleConsole } from '../testing/sample-console.ts';

/** Tests of the board and of all pages. */
export function testBoard(): void {
  const HOUR = 60 * 60_000;

  let server: CountingServer;
  let app: SampleConsole;

  beforeEach(async () => {
    server = await new CountingServer(Date.now()).start();
    app = await SampleConsole.start(server.address);
    for (const version of ['1.1.0', '1.2.0']) await app.sample.publish('mfe-hubs', version);
  });
  afterEach(async () => {
    await app.stop();
    await server.stop();
  });

  test('shows what is live, for which share, since when and by whom', async () => {
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { by: 'anna' });
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.2.0' }, { by: 'ben', reason: 'to try', percent: 10 });
    const [, board] = await app.signIn();
    const words = visibleText(board);
    expect(words).toContain('Release 3 is live');
    expect(words).toMatch(/Canary since \d\d\.\d\d\.\d{4} \d\d:\d\d by ben/);
    expect(words).toMatch(/Live since \d\d\.\d\d\.\d{4} \d\d:\d\d by a test/);
    expect(words).toContain('What changed since 1.1.0: 1.2.0 10 % canary');
    expect(words).toContain('Hubs 1.0.0 → 1.1.0');
    expect(words).toContain('Hubs canary 1.2.0 at 10 %');
  });

  test('lists every published version, where it comes from, and why one is yanked', async () => {
    await yank(app.sample.store, 'mfe-hubs', '1.1.0', { by: 'anna', reason: 'Shows too much' });
    const words = visibleText((await app.signIn())[1]);
    expect(words).toContain('3 versions of Hubs');
    expect(words).toMatch(/1\.2\.0 Published 01\.01\.2025 \d\d:\d\d commit cccccccccccc /);
    expect(words).toMatch(/1\.1\.0 Yanked .* Shows too much \(anna, \d\d\.\d\d\.\d{4} \d\d:\d\d\)/);
  });

  test('says which releases were made past the release service', async () => {
    const service = readSigner(newKey()).vkey;
    await addKey(app.sample.store, { key: service, role: 'service' }, 'the service');
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { by: 'anna' });
    const words = visibleText((await app.signIn())[1]);
    expect(words).toContain('By anna (break-glass)');
    expect(words.match(/Break-glass/g)).toHaveLength(1);
  });

  test('shows only the actions that are possible', async () => {
    await yank(app.sample.store, 'mfe-hubs', '1.1.0', { by: 'anna', reason: 'no' });
    const [browser, board] = await app.signIn();
    const actions = [
      ...board.text.matchAll(/href="\/\?action=([\w-]+)&amp;part=([\w-]+)(?:&amp;version=([\d.]+))?"/g),
    ].map(([, action, part, version = '']) => `${action} ${part} ${version}`.trimEnd());
    expect(actions).toEqual([
      'promote mfe-hubs',
      'canary mfe-hubs',
      'rollback mfe-hubs',
      'yank mfe-hubs 1.2.0',
      'take-out mfe-hubs',
      'take-out mfe-legal',
    ]);
    const form = await browser.open('/?action=promote&part=mfe-hubs');
    expect([...form.text.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value)).toEqual(['1.2.0']);
    expect((await browser.open('/?action=promote&part=shell')).text).not.toContain('action="/confirm"');
  });

  test('a running canary has two buttons, and one link to all else', async () => {
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 });
    const [browser, board] = await app.signIn();
    const row = board.text.split('id="part-mfe-hubs"')[1]?.split('part-row__remarks')[0] ?? '';
    const names = [...row.matchAll(/<(?:a|button)[^>]*>(.*?)<\/(?:a|button)\s*>/gs)].map(([, text = '']) =>
      text
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
    expect(names.slice(-3)).toEqual(['Give to everybody… Hubs', 'End canary Hubs', 'Share and plan… Hubs']);
    expect(row.match(/class="button/g)).toHaveLength(2);
    const give = await browser.open('/?action=promote&part=mfe-hubs&version=1.1.0');
    expect(give.text).toContain('<option value="1.1.0" selected>');
    expect((await browser.open('/?action=canary&part=mfe-hubs')).text).toContain('name="plan"');
  });

  test('what to do first stands below the title, with the button that does it', async () => {
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' });
    const failing = { visits: 40, failed: 23, verdict: 'inconclusive' } as const;
    await recordSampleEvidence(app.sample.store, 'mfe-hubs', '1.1.0', failing);
    const [browser, board] = await app.signIn();
    expect(visibleText(board)).toMatch(
      /is live Hubs 1\.1\.0 failed in 23 of 40 visits: .*1\.0\.0\. Back to 1\.0\.0 Hubs Live since/,
    );
    expect(visibleText(await browser.submit(board, '/confirm'))).toContain('Roll Hubs back to 1.0.0?');
    expect(board.text.indexOf('id="part-mfe-hubs"')).toBeLessThan(board.text.indexOf('id="part-shell"'));
  });

  test('lists how each version fared, also if it was live again since', async () => {
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 });
    const canary = { as: 'canary', visits: 23, failed: 23, verdict: 'worse' } as const;
    await recordSampleEvidence(app.sample.store, 'mfe-hubs', '1.1.0', canary);
    await endCanary(app.sample.store, 'mfe-hubs', { by: 'watcher', reason: '23 of 23 failed.' });
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { anyway: true });
    expect(visibleText((await app.signIn())[1])).toMatch(
      /its canary failed in 23 of 23 visits\. .* canary, ended after .* by watcher in release 3: 23 of 23 failed\. .*: live since then\. 1\.0\.0 Fallback Rollback target/,
    );
  });

  test('says what speaks against the newest version', async () => {
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.2.0' }, { percent: 10 });
    await endCanary(app.sample.store, 'mfe-hubs', { by: 'watcher', reason: 'It fails in 6 of 6 visits' });
    const words = visibleText((await app.signIn())[1]);
    expect(words).toContain('newest is 1.2.0: its canary was ended by watcher in release 3: It fails in 6 of 6 visits');
  });

  describe('visits', () => {
    test('are optional: the board says that a web server is silent', async () => {
      await server.stop();
      const words = visibleText((await app.signIn())[1]);
      expect(words).toMatch(/Visits are incomplete: http:\/\/127\.0\.0\.1:\d+/);
      await server.start();
    });

    test('of the last day stand beside each part, with a warning above the limit, and the broken part comes first', async () => {
      server.count(app.now - HOUR, { visits: 100, failed: [[0, 5]], loads: [0, 80, 10, 5, 0, 0, 0, 0, 0] });
      server.count(app.now - 25 * HOUR, { visits: 900, failed: [[0, 300]] });
      const [, board] = await app.signIn();
      const words = visibleText(board);
      expect(words).toMatch(/Hubs 1\.0\.0 \S+ in 5\.00 %/);
      expect(words).toContain('Failures 5.00 % Visits, 24 h 100 Load time, 75 % 250 ms');
      expect(words).toContain('5.00 % of 100 visits failed');
      expect([...board.text.matchAll(/<h3>(\w+)<\/h3>/g)].map(([, part]) => part).slice(0, 3)).toEqual([
        'Hubs',
        'Shell',
        'Legal',
      ]);
    });

    test('are not judged before there are enough of them', async () => {
      server.count(app.now - HOUR, { visits: 99, failed: [[0, 99]] });
      const words = visibleText((await app.signIn())[1]);
      expect(words).not.toContain('Hubs 1.0.0 fails in');
      expect(words).toContain('99 of 99 visits failed, too early to tell');
    });

    test('stand beside the button that gives a canary to everybody, with the judgement and those of all others', async () => {
      await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 });
      const loads = [0, 0, 0, 0, 0, 0, 0, 0, 0];
      server.count(app.now + 60_000, { release: 2, visits: 1000, failed: [[0, 1]], loads: [900, ...loads.slice(1)] });
      server.count(app.now + 60_000, { release: 2, version: '1.1.0', visits: 50, failed: [[0, 1]], loads });
      server.visits.at = new Date(app.now + 120_000).toISOString();
      app.now += 120_000;
      const [browser, form] = await app.signIn('/?action=promote&part=mfe-hubs');
      const words = visibleText(await browser.submit(form, '/confirm', { version: '1.1.0', reason: 'Seen enough' }));
      expect(words).toMatch(
        /Hubs 1\.1\.0 .* 1 of 50 .* 1 of 1,000 .*Hubs 1\.1\.0\b.* 1 of 50 .*Hubs 1\.0\.0\b.*0\.10 % of 1 000/,
      );
      const board = visibleText(await browser.open('/'));
      expect(board).toContain('Figure 1.1.0, canary 1.0.0, all others Visits 50 1 000 Failed 1 (2.00 %) 1 (0.10 %)');
    });

    test('tell what customers felt, as far as three quarters of them', async () => {
      const own = { release: 1, part: 'mfe-hubs', version: '1.0.0' };
      server.visits.vitals.push(
        { ...own, vital: 'LCP', values: [0, 0, 3, 0, 0, 1, 0, 0, 0, 0] },
        { ...own, vital: 'CLS', values: [0, 0, 0, 0, 0, 0, 0, 4] },
      );
      expect(visibleText((await app.signIn())[1])).toContain('LCP 1.5 s, CLS more than 0.5');
    });
  });

  // What is said of web servers that are late or refuse something is in problem-messages.test.ts.
  test('tells which reports of web servers count for nothing', async () => {
    server.visits.ignored = { 'no-token': 14_840, 'too-many': 0 };
    const words = visibleText((await app.signIn())[1]);
    expect(words).toContain('Reports that count for nothing 14 840 without the token of a page');
    expect(words).not.toContain('beyond what');
  });

  test('long versions can wrap before and inside their suffix, on every page', async () => {
    const version = '1.1.0-local.1a2b3c4d';
    const broken = '1.1.0<wbr />-local.<wbr />1a2b3c4d';
    await app.sample.publish('mfe-hubs', version);
    const [browser, board] = await app.signIn('/?action=promote&part=mfe-hubs');
    expect(board.text).toContain(`<b>${broken}</b>`);
    const confirmation = await browser.submit(board, '/confirm', { version, reason: 'Longer' });
    expect(confirmation.text).toContain(`<h1>Promote Hubs ${broken}?</h1>`);
    expect(confirmation.text).toContain(`Hubs ${broken} instead of 1.0.0`);
    // A button's label stays in one piece: it is its accessible name.
    expect(confirmation.text).toContain(`>Promote ${version}</button>`);
    server.visits.served = 2;
    expect((await browser.submit(confirmation, '/releases')).text).toContain(`Hubs 1.0.0 → ${broken}`);
  });

  test('a damaged release is reported, and the next one is based on the last valid one', async () => {
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { by: 'anna' });
    await app.sample.write('releases/000002.json', '{');
    const [browser, board] = await app.signIn();
    const words = visibleText(board);
    expect(words).toContain('Release 1 is live');
    expect(words).toContain('Release 2 is damaged and is not served');
    expect(words).toContain('2 Damaged:');
    const form = await browser.open('/?action=promote&part=mfe-hubs');
    const confirmation = await browser.submit(form, '/confirm', { version: '1.1.0', reason: 'Once more' });
    expect(visibleText(confirmation)).toMatch(
      /Release 3 will change .*Hubs 1\.1\.0 instead of 1\.0\.0.*Release 3 is based on release 1/,
    );
    server.visits.served = 3;
    const done = visibleText(await browser.submit(confirmation, '/releases'));
    expect(done).toContain('with warnings Release 3 is based on release 1');
    expect(done).toContain('Release 3 is live');
    expect(done).not.toContain('Release 2 is damaged and is not served');
    expect(await app.sample.store.latestRelease()).toMatchObject({
      number: 3,
      remotes: { 'mfe-hubs': { version: '1.1.0' } },
    });
  });

  test('an empty store is not an error', async () => {
    const { store } = app.sample;
    for (const list of ['loggedReleases', 'releaseNumbers'] as const) jest.spyOn(store, list).mockResolvedValue([]);
    jest.spyOn(store, 'partNames').mockResolvedValue([]);
    const words = visibleText((await app.signIn())[1]);
    expect(words).toContain('Nothing is live');
    expect(words).not.toContain('All 0 releases');
  });

  test('the history goes back to the first release, page by page', async () => {
    for (let round = 0; round < 26; round += 1) {
      await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { by: 'anna' });
      await rollBack(app.sample.store, 'mfe-hubs', '1.0.0', { by: 'anna' });
    }
    const [browser, board] = await app.signIn();
    expect(visibleText(board)).toContain('All 53 releases');
    const first = await browser.open('/history');
    expect(first.text).toContain('href="/history?before=4"');
    const last = await browser.open('/history?before=4');
    expect([...last.text.matchAll(/role="rowheader">\s*(\d+)/g)].map(([, number]) => number)).toEqual(['3', '2', '1']);
    expect(last.text).not.toContain('Older releases');
  });

  test('the history says what a yank has changed, and where it ends', async () => {
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' });
    await yank(app.sample.store, 'mfe-hubs', '1.0.0');
    const [browser] = await app.signIn();
    expect(visibleText(await browser.open('/history'))).toContain('Yanked');
    expect(visibleText(await browser.open('/history?before=1'))).toContain('There is no release here.');
  });

  describe('every page', () => {
    test('runs no scripts, cannot be framed and is not cached [T316]', async () => {
      const [browser] = await app.signIn();
      for (const path of ['/', '/history', '/signed-out', '/nothing', '/console.css', '/sign-in']) {
        const { headers } = await browser.request(path);
        const policy = headers.get('content-security-policy') ?? '';
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).not.toMatch(/script-src|unsafe/);
        expect(policy).toContain("; require-trusted-types-for 'script'; trusted-types 'none'");
        expect(headers.get('integrity-policy')).toBe('blocked-destinations=(script)');
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
      }
    });

    test('has one style sheet, which contains the imported ones', async () => {
      const { text } = await (await app.signIn())[0].request('/console.css');
      for (const selector of ['.console-user {', '.board-head {', '.refusals {']) expect(text).toContain(selector);
      expect(text).not.toContain('@import');
    });

    test('is served under its own host name only [T339]', async () => {
      const { port } = new URL(app.origin);
      const response = await fetch(`http://127.0.0.1:${port}/history`, { redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([308, `${app.origin}/history`]);
      const posted = await fetch(`http://127.0.0.1:${port}/releases`, { method: 'POST', redirect: 'manual' });
      expect(posted.status).toBe(421);
    });

    test.each([
      '/?action=delete&part=mfe-hubs',
      '/?action=yank&part=mfe-hubs&version=..',
      '/?action=promote&part=..',
      '/?done=x',
      '/history?before=-1',
      '/%00',
      '/?action=a&action=b',
    ])('reports that there is no such page: %s', async (path) => {
      const [browser] = await app.signIn();
      const page = await browser.open(path);
      expect([400, 404]).toContain(page.status);
      expect(visibleText(page)).toContain('There is no such page');
    });
  });

  test('after a change the console says when the web server serves it', async () => {
    server.visits.served = 2;
    const [browser, form] = await app.signIn('/?action=promote&part=mfe-hubs');
    const confirmation = await browser.submit(form, '/confirm', { version: '1.1.0', reason: 'Faster search' });
    const board = visibleText(await browser.submit(confirmation, '/releases'));
    expect(board).toMatch(/Release 2 was created .*after \d+\.\d s/);
  });

  describe('a canary with a plan', () => {
    const PLAN = '10 % for 2 h, then ask';
    const stages = [{ percent: 10, minutes: 120 }];

    beforeEach(async () => {
      const change = { action: 'promote', versions: { 'mfe-hubs': '1.1.0' }, percent: 10, stages } as const;
      await applyRequest(app.sample.store, { by: 'anna', reason: 'Faster search', change });
    });

    test('shows the plan, and what it waits for', async () => {
      const words = visibleText((await app.signIn())[1]);
      expect(words).toMatch(/Plan: 10 % for 2 h, then ask\. .* at the earliest/);
      expect(words).toContain(`Hubs canary 1.1.0 at 10 %, by the plan ${PLAN}`);
    });

    test('waits for a decision when the plan is over', async () => {
      app.now += 3 * HOUR;
      const words = visibleText((await app.signIn())[1]);
      expect(words).toMatch(/is live The plan of Hubs 1\.1\.0 is over: .* Go there/);
      expect(words).toContain(`Plan: ${PLAN}. It is over`);
    });
  });
}
