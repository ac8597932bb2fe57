import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { WebServer } from './server.ts';
import { SamplePortal } from './testing/sample-portal.ts';

let portal: SamplePortal;
let server: WebServer;

beforeEach(async () => {
  portal = new SamplePortal();
  await portal.publish('shell');
  await portal.publish('mfe-hubs');
  await portal.release();
  server = await portal.start({ metricsPort: 0 });
});
afterEach(() => portal.remove());

const SECRET = 'https://portal.example.com/account?somebody=1';
const SINGLE = 'application/csp-report';
const LIST = 'application/reports+json';

const single = (names: Readonly<Record<string, unknown>>) => ({ 'csp-report': { 'document-uri': SECRET, ...names } });
const listed = (type: string, effectiveDirective?: unknown) => ({
  type,
  url: SECRET,
  body: { documentURL: SECRET, effectiveDirective },
});

async function report(type: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return await fetch(`${server.url}/reports`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: text,
  });
}

/** The directives that were counted, and how often. */
async function counted(): Promise<Readonly<Record<string, number>>> {
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
    expect((await report(type, body)).status).toBe(204);
    expect(await counted()).toEqual(counts);
  });

  test('leaves nothing else behind, neither in the answer, nor in the log or the metrics', async () => {
    const answer = await report(SINGLE, single({ 'effective-directive': SECRET, 'script-sample': SECRET }));
    expect(await answer.text()).toBe('');
    const refused = await report(SINGLE, `{"${SECRET}`);
    expect([refused.status, await refused.text()]).toEqual([400, 'The report is no JSON.\n']);
    expect(portal.logged).toEqual([]);
    expect(await (await fetch(server.metricsUrl ?? '')).text()).not.toContain('somebody');
  });

  test.each<[string, string, unknown, number]>([
    ['is no violation', LIST, [listed('deprecation')], 400],
    ['is empty', LIST, [], 400],
    ['is nothing', SINGLE, 'null', 400],
    ['is of another shape', SINGLE, [single({})], 400],
    ['is too large', LIST, ' '.repeat(131_073), 413],
    ['is of another type', 'text/plain', single({}), 415],
  ])('is refused if it %s', async (_, type, body, status) => {
    expect((await report(type, body)).status).toBe(status);
    expect(await counted()).toEqual({});
  });

  test('is refused from other sites', async () => {
    const answer = await report(SINGLE, single({ 'effective-directive': 'img-src' }), {
      'sec-fetch-site': 'cross-site',
    });
    expect(answer.status).toBe(403);
  });

  test('counts up to 40 of a list, and is limited together with all other reports', async () => {
    const many = Array.from({ length: 100 }, () => listed('csp-violation', 'img-src'));
    for (let page = 0; page < 50; page += 1) expect((await report(LIST, many)).status).toBe(204);
    expect((await report(LIST, many)).status).toBe(429);
    expect(await counted()).toEqual({ 'img-src': 2000 });
  });
});
