import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { WebServer } from '../server.ts';
import { SamplePortal } from '../testing/sample-portal.ts';
import { readMetric, TestVisit } from '../testing/test-visit.ts';

let portal: SamplePortal;
let server: WebServer;
let cookie = '';

beforeEach(async () => {
  portal = await SamplePortal.released();
  server = await portal.start({ metricsPort: 0 });
  cookie = `portal_visit=${(await TestVisit.open(server)).token}`;
});
afterEach(() => portal.remove());

const FAILURE = { part: 'mfe-hubs', version: '1.0.0', failure: 'tampered' };
const LOAD = { part: 'mfe-hubs', version: '1.0.0', loadedIn: 400 };
const JSON_BODY = { 'content-type': 'application/json' };

async function post(text: string, headers: Record<string, string> = JSON_BODY): Promise<number> {
  return (await fetch(`${server.url}/reports`, { method: 'POST', headers: { ...headers, cookie }, body: text })).status;
}

const report = async (reports: readonly unknown[], visit = 'first', headers: Record<string, string> = JSON_BODY) =>
  await post(JSON.stringify({ visit, reports }), headers);

async function metrics(): Promise<string> {
  return (await fetch(server.metricsUrl ?? '')).text();
}

const value = (name: string) => readMetric(server, name);

describe('a report', () => {
  test('of a failure is counted by part, version and kind, each kind once for a visit', async () => {
    expect(await report([FAILURE, FAILURE, { ...FAILURE, failure: 'crashed' }])).toBe(204);
    const failures = (kind: string) =>
      value(`portal_part_failures_total{part="mfe-hubs",version="1.0.0",failure="${kind}"}`);
    expect([await failures('tampered'), await failures('crashed'), await failures('timed-out')]).toEqual([1, 1, 0]);
  });

  test('of a load is counted in every bucket of the histogram that it fits', async () => {
    expect(await report([LOAD])).toBe(204);
    expect(await report([{ ...LOAD, loadedIn: 20_000 }], 'second')).toBe(204);
    const bucket = (le: string) => value(`portal_part_load_seconds_bucket{le="${le}",part="mfe-hubs",version="1.0.0"}`);
    expect([await bucket('0.25'), await bucket('0.5'), await bucket('10'), await bucket('+Inf')]).toEqual([0, 1, 1, 2]);
    expect(await value('portal_part_load_seconds_sum{part="mfe-hubs",version="1.0.0"}')).toBe(20.4);
  });

  test('of a phone that slept while it loaded counts as ten minutes, and loses nothing of the rest', async () => {
    const hour = 3_600_000;
    const felt = { part: 'mfe-hubs', version: '1.0.0', vital: 'INP', value: hour };
    expect(await report([{ ...LOAD, loadedIn: hour }, felt, FAILURE])).toBe(204);
    expect(await value('portal_part_load_seconds_sum{part="mfe-hubs",version="1.0.0"}')).toBe(600);
    expect(await value('portal_part_failures_total{part="mfe-hubs",version="1.0.0",failure="tampered"}')).toBe(1);
  });

  test('of an unreleased version or part is not counted, and adds no line', async () => {
    expect(
      await report([
        { ...FAILURE, version: '6.6.6' },
        { ...FAILURE, part: 'mfe-nobody' },
      ]),
    ).toBe(204);
    expect(await metrics()).not.toMatch(/6\.6\.6|nobody/);
    expect(await value('portal_reports_ignored_total{reason="other-view"}')).toBe(2);
  });

  test.each<[string, string | readonly unknown[], number, visit?: string]>([
    ['is no JSON', '{', 400],
    ['is of no visit', JSON.stringify([FAILURE]), 400],
    ['is too large', JSON.stringify({ visit: 'first', reports: [FAILURE] }).padEnd(17_000), 413],
    ['is empty', [], 400],
    ['is of a visit with an odd number', [FAILURE], 400, 'a b'],
    ['names an unknown failure', [{ ...FAILURE, failure: 'whatever' }], 400],
    ['carries more than it should', [{ ...FAILURE, url: '/settings?user=1' }], 400],
    ['has a time that cannot be', [{ ...LOAD, loadedIn: -1 }], 400],
    ['has too many entries', Array.from({ length: 41 }, () => FAILURE), 400],
  ])('that %s is refused [T296]', async (_, sent, status, visit = 'first') => {
    expect(await (typeof sent === 'string' ? post(sent) : report(sent, visit))).toBe(status);
    expect(await value('portal_part_failures_total{part="mfe-hubs",version="1.0.0",failure="tampered"}')).toBe(0);
  });

  test('from another site, of another type, or by another method is refused [T337]', async () => {
    expect(await report([FAILURE], 'first', { ...JSON_BODY, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await report([FAILURE], 'first', { 'content-type': 'text/plain' })).toBe(415);
    expect((await fetch(`${server.url}/reports`)).status).toBe(405);
  });

  test('without a stated length is refused once it becomes too large', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${server.url}/reports`, { method: 'POST', headers: JSON_BODY, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject);
      sent.write('['.padEnd(9000));
      sent.write(' '.repeat(9000));
    });
    expect(status).toBe(413);
  });

  test('is refused while there are too many, and accepted again a moment later [T311]', async () => {
    const many = Array.from({ length: 40 }, () => FAILURE);
    for (let page = 0; page < 50; page += 1) expect(await report(many)).toBe(204);
    expect(await report([FAILURE])).toBe(429);
    portal.time += 1000;
    expect(await report([FAILURE])).toBe(204);
    expect(await value('portal_reports_ignored_total{reason="too-many"}')).toBe(1);
  });
});

describe('the metrics', () => {
  test('are on a separate port, which serves nothing else [T400]', async () => {
    const answer = await fetch(server.metricsUrl ?? '');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(new URL(server.metricsUrl ?? '').hostname).toBe('127.0.0.1');
    expect((await fetch(new URL('/', server.metricsUrl))).status).toBe(404);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });

  test('report the served release and its versions', async () => {
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    await portal.release({ hubs: '1.1.0' });
    await portal.publish('mfe-hubs', { version: '1.2.0', contents: { 'main.js': 'export const newest = true;' } });
    await portal.release({ hubs: '1.2.0' });
    await portal.publish('mfe-hubs', { version: '1.3.0', contents: { 'main.js': 'export const latest = true;' } });
    await portal.releaseCanary(['mfe-hubs'], 10, '1.3.0');
    portal.time += 1000;
    expect(await value('portal_release_number')).toBe(4);
    const states = (await metrics()).split('\n').filter((line) => line.startsWith('portal_part_info{'));
    expect(states).toEqual([
      'portal_part_info{part="shell",version="1.0.0",state="live"} 1',
      'portal_part_info{part="mfe-hubs",version="1.2.0",state="live"} 1',
      'portal_part_info{part="mfe-hubs",version="1.3.0",state="canary"} 1',
      'portal_part_info{part="mfe-hubs",version="1.1.0",state="fallback"} 1',
      'portal_part_info{part="mfe-hubs",version="1.0.0",state="fallback"} 1',
    ]);
  });

  test('report that a newer release is held back because it is damaged', async () => {
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    await portal.release({ hubs: '1.1.0' });
    const main = await portal.fileLike('mfe-hubs', 'main.', '1.1.0');
    portal.damage(`artifacts/mfe-hubs/${main}`);
    portal.time += 1000;
    expect(await value('portal_release_number')).toBe(1);
    expect(await value('portal_release_held_back')).toBe(1);
    expect(await value('portal_release_held_back_number')).toBe(2);
  });

  test.each([
    ['cut', (text: string) => text.slice(0, 1)],
    ['altered', (text: string) => text.replace('secret', 'public')],
  ])('report that the served release itself has been %s; its pages are still served', async (_, change) => {
    const key = 'releases/000001.json';
    const text = Buffer.from((await portal.store.driver.get(key)) ?? []).toString();
    portal.time += 60_000;
    expect(await value('portal_release_damaged')).toBe(0);
    const repair = portal.damage(key, change(text));
    portal.time += 60_000;
    expect(await value('portal_release_damaged')).toBe(1);
    expect(await value('portal_release_number')).toBe(1);
    expect((await fetch(`${server.url}/settings`)).status).toBe(200);
    expect(portal.logged).toContainEqual(expect.stringMatching(/^Release 1 .*000001\.json/));
    repair();
    portal.time += 60_000;
    expect(await value('portal_release_damaged')).toBe(0);
  });

  test('report that an emptied store is not readable; the portal is still served', async () => {
    const repair = portal.damage('releases/000001.json');
    portal.time += 1000;
    expect(await value('portal_store_readable')).toBe(0);
    expect(await value('portal_release_number')).toBe(1);
    expect((await fetch(`${server.url}/settings`)).status).toBe(200);
    expect(portal.logged).toEqual([expect.stringMatching(/^memory .*release 1 /)]);
    repair();
    portal.time += 1000;
    expect(await value('portal_store_readable')).toBe(1);
  });
});

const SECRET = 'https://portal.example.com/account?somebody=1';
const SINGLE = 'application/csp-report';
const LIST = 'application/reports+json';

const single = (names: Readonly<Record<string, unknown>>) => ({ 'csp-report': { 'document-uri': SECRET, ...names } });
const listed = (type: string, effectiveDirective?: unknown) => ({
  type,
  url: SECRET,
  body: { documentURL: SECRET, effectiveDirective },
});

async function tell(type: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return await fetch(`${server.url}/reports`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: text,
  });
}

/** The directives that were counted, and how often. */
async function violations(): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(server.metricsUrl ?? '')).text();
  const lines = [...text.matchAll(/^portal_policy_violations_total\{directive="([^"]+)"\} (\d+)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = '', times]) => [name, Number(times)] as const).filter(([, n]) => n > 0),
  );
}

describe('a browser’s report of a broken policy', () => {
  test.each<[string, string, unknown, Readonly<Record<string, number>>]>([
    ['one', SINGLE, single({ 'effective-directive': 'script-src-elem' }), { 'script-src': 1 }],
    ['one of an older browser', SINGLE, single({ 'violated-directive': "style-src 'self'" }), { 'style-src': 1 }],
    [
      'a list',
      LIST,
      [
        listed('csp-violation', 'require-trusted-types-for'),
        listed('csp-violation', 'style-src-attr'),
        listed('csp-violation', 'style-src-elem'),
        listed('integrity-violation'),
        listed('deprecation'),
      ],
      { 'require-trusted-types-for': 1, 'style-src': 2, 'integrity-policy': 1 },
    ],
    ['an unknown directive', SINGLE, single({ 'effective-directive': 'x"} 1\nother' }), { other: 1 }],
    ['no directive', LIST, [listed('csp-violation', 7)], { other: 1 }],
  ])('is counted by its directive: %s [T332]', async (_, type, body, counts) => {
    expect((await tell(type, body)).status).toBe(204);
    expect(await violations()).toEqual(counts);
  });

  test('leaves nothing else behind, neither in the answer, nor in the log or the metrics', async () => {
    const answer = await tell(SINGLE, single({ 'effective-directive': SECRET, 'script-sample': SECRET }));
    expect(await answer.text()).toBe('');
    const refused = await tell(SINGLE, `{"${SECRET}`);
    expect([refused.status, await refused.text()]).toEqual([400, expect.not.stringContaining(SECRET)]);
    expect(portal.logged).toEqual([]);
    expect(await (await fetch(server.metricsUrl ?? '')).text()).not.toContain('somebody');
  });

  test.each<[string, string, unknown, number]>([
    ['is no violation', LIST, [listed('deprecation')], 400],
    ['is empty', LIST, [], 400],
    ['is a list of something else', LIST, [7], 400],
    ['has no report', SINGLE, {}, 400],
    ['is of another shape', SINGLE, [single({})], 400],
    ['is too large', LIST, ' '.repeat(131_073), 413],
    ['is of another type', 'text/plain', single({}), 415],
  ])('is refused if it %s', async (_, type, body, status) => {
    expect((await tell(type, body)).status).toBe(status);
    expect(await violations()).toEqual({});
  });

  test('is refused from other sites', async () => {
    const answer = await tell(SINGLE, single({ 'effective-directive': 'img-src' }), {
      'sec-fetch-site': 'cross-site',
    });
    expect(answer.status).toBe(403);
  });

  test('counts up to 40 of a list, and is limited together with all other reports', async () => {
    const many = Array.from({ length: 100 }, () => listed('csp-violation', 'img-src'));
    for (let page = 0; page < 50; page += 1) expect((await tell(LIST, many)).status).toBe(204);
    expect((await tell(LIST, many)).status).toBe(429);
    expect(await violations()).toEqual({ 'img-src': 2000 });
  });
});
