import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import type { WebServerOptions } from '../server.ts';
import { SamplePortal } from '../testing/sample-portal.ts';

const HTTPS = 'https://portal.example.com';
let portal: SamplePortal;

beforeEach(async () => {
  portal = await SamplePortal.released();
  await portal.publish('mfe-hubs', { version: '1.1.0' });
  await portal.releaseCanary(['mfe-hubs'], 10);
});
afterEach(() => portal.remove());

interface Setting extends Partial<WebServerOptions> {
  readonly publicOrigin?: string;
}

/** The headers of a page that a proxy at 127.0.0.1 has asked for. */
async function readHeaders(
  { publicOrigin, ...options }: Setting,
  headers: Record<string, string> = {},
): Promise<Headers> {
  const server = await portal.startWith({ publicOrigin }, options);
  return (await fetch(`${server.url}/login`, { headers })).headers;
}

const forwarded = (protocol: string) => ({ 'x-forwarded-proto': protocol });
const SECURE =
  /^__Host-portal_buckets=mfe-hubs-2=\d+; .*; Secure; SameSite=Lax, __Secure-portal_visit=[^,]*; Secure; SameSite=Strict$/;
const PLAIN = /^portal_buckets=mfe-hubs-2=\d+; (?!.*Secure)/;

describe('a visitor uses https', () => {
  test.each<[string, Setting, Record<string, string>]>([
    ['by a trusted proxy', { trustedProxies: TrustedProxies.of('127.0.0.1') }, forwarded('https')],
    ['in upper case', { trustedProxies: TrustedProxies.of('127.0.0.1') }, forwarded('HTTPS')],
    ['in the first entry of a list', { trustedProxies: TrustedProxies.of('127.0.0.1') }, forwarded('https, http')],
    ['by the public origin', { publicOrigin: HTTPS }, {}],
    ['by the public origin, whatever somebody else forwards', { publicOrigin: HTTPS }, forwarded('http')],
  ])('%s', async (_, setting, headers) => {
    expect((await readHeaders(setting, headers)).get('set-cookie')).toMatch(SECURE);
  });
});

describe('a visitor uses http', () => {
  test.each<[string, Setting, Record<string, string>]>([
    ['where nothing says otherwise', {}, {}],
    ['by a trusted proxy', { trustedProxies: TrustedProxies.of('127.0.0.1'), publicOrigin: HTTPS }, forwarded('http')],
    ['in the first entry of a list', { trustedProxies: TrustedProxies.of('127.0.0.1') }, forwarded('http, https')],
    ['if somebody else is trusted', { trustedProxies: TrustedProxies.of('10.0.0.0/8, ::1') }, forwarded('https')],
  ])('%s [T344]', async (_, setting, headers) => {
    expect((await readHeaders(setting, headers)).get('set-cookie')).toMatch(PLAIN);
  });
});

describe('https is required from then on', () => {
  const hsts = async (setting: Setting, headers?: Record<string, string>) =>
    (await readHeaders(setting, headers)).get('strict-transport-security');

  test('for two years, if the public origin has it [T326]', async () => {
    expect(await hsts({ publicOrigin: HTTPS })).toBe('max-age=63072000');
  });

  test('for all hosts below, if the operator says so [T327]', async () => {
    expect(await hsts({ publicOrigin: HTTPS, hstsSubdomains: true })).toBe('max-age=63072000; includeSubDomains');
  });

  test.each<[string, Setting, Record<string, string>]>([
    ['without a public origin', { trustedProxies: TrustedProxies.of('127.0.0.1') }, forwarded('https')],
    [
      'with one over http',
      { trustedProxies: TrustedProxies.of('127.0.0.1'), publicOrigin: 'http://localhost:4000' },
      forwarded('https'),
    ],
    [
      'on a visit over http',
      { trustedProxies: TrustedProxies.of('127.0.0.1'), publicOrigin: HTTPS },
      forwarded('http'),
    ],
  ])('not %s', async (_, setting, headers) => {
    expect(await hsts(setting, headers)).toBeNull();
  });
});

describe('the portal’s own cookies', () => {
  const pageFor = async (setting: Setting, cookie: string) => {
    const server = await portal.startWith(setting);
    const answer = await fetch(`${server.url}/login`, { headers: { cookie, 'accept-language': 'fr' } });
    return { html: await answer.text(), cookie: answer.headers.get('set-cookie') };
  };

  test('are read over https only with the prefix that other hosts cannot set [T319]', async () => {
    const own = '__Host-portal_language=de; __Host-portal_theme=dark; __Host-portal_buckets=mfe-hubs-2=7';
    const { html, cookie } = await pageFor({ publicOrigin: HTTPS }, own);
    expect(html).toContain('<html lang="de" data-theme="dark">');
    expect(cookie).not.toContain('portal_buckets');
    const planted = 'portal_language=de; portal_theme=dark; portal_buckets=mfe-hubs-2=7';
    const other = await pageFor({ publicOrigin: HTTPS }, planted);
    expect(other.html).toContain('<html lang="fr">');
    expect(other.cookie).toMatch(SECURE);
  });

  test('are read over http without it', async () => {
    const { html } = await pageFor({}, 'portal_language=de; __Host-portal_language=nl');
    expect(html).toContain('<html lang="de">');
  });
});
