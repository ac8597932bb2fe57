import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { listen } from '@portal/node-kit/listen';
import type { Listening } from '@portal/node-kit/listen';
import { promoteAll, rollBack, yank } from '@portal/release/testing';
import { visibleText } from '../testing/browser.ts';
import { SampleConsole } from '../testing/sample-console.ts';
import { sparkline, sparklineScale } from './failure-figures.ts';

let metrics: Listening;
let counts = '';
let app: SampleConsole;

beforeAll(async () => {
  metrics = await listen(
    (_request, response) => {
      response.writeHead(counts === '' ? 503 : 200).end(counts);
    },
    { port: 0, host: '127.0.0.1', variable: 'METRICS_PORT' },
  );
});
afterAll(() => metrics.close());
beforeEach(async () => {
  counts = '';
  app = await SampleConsole.start(`http://127.0.0.1:${String(metrics.port)}/metrics`);
  for (const version of ['1.1.0', '1.2.0']) await app.sample.publish('mfe-hubs', version);
});
afterEach(() => app.stop());

test('shows what is live, for which share, since when and by whom', async () => {
  await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { by: 'anna' });
  await promoteAll(app.sample.store, { 'mfe-hubs': '1.2.0' }, { by: 'ben', reason: 'to try', percent: 10 });
  const [, board] = await app.signIn();
  const words = visibleText(board);
  expect(words).toContain('Release 3 is live');
  expect(words).toMatch(/Canary since \d\d\.\d\d\.\d{4} \d\d:\d\d by ben/);
  expect(words).toMatch(/Live since \d\d\.\d\d\.\d{4} \d\d:\d\d by a test/);
  expect(words).toContain('1.2.0 10 % canary');
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

test('shows who rolled back, and why', async () => {
  await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { by: 'anna' });
  await rollBack(app.sample.store, 'mfe-hubs', undefined, { by: 'ben', reason: 'Failures above 1 %' });
  const words = visibleText((await app.signIn())[1]);
  expect(words).toContain('ben Hubs 1.1.0 → 1.0.0 Rolled back Failures above 1 %');
});

describe('counts of the web server', () => {
  const line = (name: string, version: string, value: number, more = '') =>
    `portal_part_${name}{part="mfe-hubs",version="${version}"${more}} ${String(value)}\n`;

  test('are optional: the board says that they are missing', async () => {
    const words = visibleText((await app.signIn())[1]);
    expect(words).toMatch(
      /Failure counts are unavailable: http:\/\/127\.0\.0\.1:\d+\/metrics answers 503\. Releasing works all the same\./,
    );
    expect(words).toContain('Failures Not known');
  });

  test('appear beside each version, with a warning above the failure budget', async () => {
    counts =
      'portal_release_number 1\n' +
      line('load_seconds_count', '1.0.0', 95) +
      line('load_seconds_sum', '1.0.0', 19) +
      line('load_seconds_bucket', '1.0.0', 95, ',le="0.5"') +
      line('failures_total', '1.0.0', 5, ',failure="crashed"');
    const words = visibleText((await app.signIn())[1]);
    expect(words).toContain('Hubs 1.0.0 (5.00\u00A0%) fails more often than it should.'.replace('\u00A0', ' '));
    expect(words).toContain('5.00 % of 100, 5 crashed');
    expect(words).toContain('200 ms on average, 95 % within 500 ms');
  });

  test('stand beside the button that gives a canary to everybody, with those of the version of all others', async () => {
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 });
    counts =
      line('load_seconds_count', '1.0.0', 999) +
      line('failures_total', '1.0.0', 1, ',failure="crashed"') +
      line('load_seconds_count', '1.1.0', 90) +
      line('failures_total', '1.1.0', 10, ',failure="crashed"');
    const [browser, form] = await app.signIn('/?action=promote&part=mfe-hubs');
    const words = visibleText(await browser.submit(form, '/confirm', { version: '1.1.0', reason: 'Seen enough' }));
    expect(words).toContain('Hubs 1.1.0, the canary: 10.0 % failed of 100 loads.');
    expect(words).toContain('Hubs 1.0.0, for all others: 0.10 % failed of 1 000 loads.');
  });

  test('show that the web server serves another release, or a damaged one', async () => {
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { by: 'anna' });
    counts = 'portal_release_number 1\nportal_release_damaged 1\n';
    const [browser, board] = await app.signIn();
    // The web server may not have picked the release up yet.
    expect(visibleText(board)).not.toContain('The web server serves');
    app.now += 60_000;
    const words = visibleText(await browser.open('/'));
    expect(words).toContain('The web server serves release 1');
    expect(words).toContain('Files of the live release are missing or damaged');
    // The clock of the release's writer is an hour ahead.
    app.now -= 60 * 60_000;
    expect(visibleText(await browser.open('/'))).toContain('The web server serves release 1');
  });

  test('show a damaged release that the web server still serves from memory', async () => {
    await promoteAll(app.sample.store, { 'mfe-hubs': '1.1.0' }, { by: 'anna' });
    await app.sample.write('releases/000002.json', '{');
    counts = 'portal_release_number 2\nportal_release_damaged 1\n';
    const [browser] = await app.signIn();
    app.now += 60_000;
    const words = visibleText(await browser.open('/'));
    expect(words).toContain('Release 2 is damaged, and served only until the web server restarts');
    expect(words).not.toContain('is not served');
  });
});

test('long versions can wrap before and inside their suffix, on every page', async () => {
  const version = '1.1.0-local.1a2b3c4d';
  const broken = '1.1.0<wbr />-local.<wbr />1a2b3c4d';
  await app.sample.publish('mfe-hubs', version);
  const [browser, board] = await app.signIn('/?action=promote&part=mfe-hubs');
  expect(board.text).toContain(`<b>${broken}</b>`);
  const confirmation = await browser.submit(board, '/confirm', { version, reason: 'Longer' });
  expect(confirmation.text).toContain(`<h1>Promote Hubs ${broken}?</h1>`);
  expect(confirmation.text).toContain(`Everybody gets Hubs ${broken} instead of 1.0.0.`);
  // A button's label stays in one piece: it is its accessible name.
  expect(confirmation.text).toContain(`>Promote ${version}</button>`);
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
  expect(visibleText(confirmation)).toContain('Release 3 will change Everybody gets Hubs 1.1.0 instead of 1.0.0.');
  expect(visibleText(confirmation)).toContain(
    'Release 2 cannot be read. Release 3 is based on release 1, without those changes.',
  );
  const done = visibleText(await browser.submit(confirmation, '/releases'));
  expect(done).toContain('Release 3 was created, with warnings Release 3 is based on release 1');
  expect(done).toContain('Release 3 is live');
  expect(done).not.toContain('Release 2 is damaged and is not served');
  expect(await app.sample.store.latestRelease()).toMatchObject({
    number: 3,
    remotes: { 'mfe-hubs': { version: '1.1.0' } },
  });
});

test('an empty store is not an error', async () => {
  for (const key of await app.sample.store.driver.list('')) await app.sample.lose(key);
  const words = visibleText((await app.signIn())[1]);
  expect(words).toContain('Nothing is live');
  expect(words).toContain('Publish and promote on the command line first.');
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

describe('every page', () => {
  test('runs no scripts, cannot be framed and is not cached', async () => {
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

  test('is served under its own host name only', async () => {
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

test('sparklines share one scale, which includes the failure budget', () => {
  expect(sparklineScale([[undefined], [0.001]])).toBe(0.02);
  expect(sparklineScale([[0.5], [0.001]])).toBe(0.5);
  expect(sparkline([undefined, 0.01, undefined], 0.02)).toBeUndefined();
  expect(sparkline([0, undefined, 0.02], 0.02)?.text).toContain('d="M0.0 33.0L150.0 3.0"');
});
