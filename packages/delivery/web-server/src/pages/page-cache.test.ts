import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { IS_FULL_RUN } from '@portal/node-kit/testing/inputs';
import { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import { localConfig } from '../local-config.ts';
import type { WebServer, WebServerOptions } from '../server.ts';
import { getRaw } from '../testing/get-raw.ts';
import { SamplePortal } from '../testing/sample-portal.ts';

let portal: SamplePortal;
beforeEach(async () => {
  portal = await SamplePortal.released();
});
afterEach(() => portal.remove());

const PATHS = [
  '/settings',
  '/login?locale=fr',
  ...(IS_FULL_RUN ? ['/login', '/terms/v1', '/404.html', '/nothing'] : []),
];
const CHROMIUM = '"Chromium";v="156", "Not)A;Brand";v="24"';
const SAFARI = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15';
/** Each differs from the first in what an answer may depend on. */
const VISITORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'with nothing': {},
  'signed in': { cookie: 'access_token=abc' },
  'signed in by another token': { cookie: 'access_token=xyz; refresh_token=r' },
  'with two tokens': { cookie: 'access_token=abc; access_token=xyz' },
  'with a German browser': { 'accept-language': 'de-CH, en;q=0.5' },
  'who chose Dutch': { 'accept-language': 'de', cookie: 'portal_language=nl' },
  'whose account is French': { cookie: 'access_token=abc; portal_user_language=fr' },
  'who chose the dark theme': { cookie: 'portal_theme=dark' },
  'who chose the light theme': { cookie: 'portal_theme=light' },
  'on https': { 'x-forwarded-proto': 'https' },
  'on https, with cookies of http': { 'x-forwarded-proto': 'https', cookie: 'portal_theme=dark; portal_language=nl' },
  'on https, with cookies of https': { 'x-forwarded-proto': 'https', cookie: '__Host-portal_theme=dark' },
  'in Chromium': { 'sec-ch-ua': CHROMIUM },
  'in Safari': { 'user-agent': SAFARI },
  'whom the CDN failed': { cookie: 'portal_files=1' },
  'with Brotli': { 'accept-encoding': 'br' },
  'with gzip': { 'accept-encoding': 'gzip' },
};

const options: Partial<WebServerOptions> = {
  config: { ...(localConfig(4100, 4000) as object), publicOrigin: 'https://portal.example.com' },
  trustedProxies: TrustedProxies.of('127.0.0.1'),
  assetOrigin: 'https://cdn.example.net',
};

/** An answer without what is drawn for each. */
async function ask({ url }: WebServer, path: string, headers: Readonly<Record<string, string>>) {
  const { status, headers: all, body } = await getRaw(`${url}${path}`, undefined, headers);
  const { 'x-request-id': id, date: _date, 'set-cookie': cookies = [], ...others } = all;
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const kept = [cookies].flat().map((cookie) => cookie.replace(/(portal_visit=)[\w-]{56}/, '$1…'));
  return { status, headers: others, cookies: kept, body: body.toString('base64') };
}

test('each visitor gets what a server that has just started sends, whoever asked before', async () => {
  const busy = await portal.start(options);
  const everybody = async () => {
    const answers = new Map<string, unknown>();
    for (const path of PATHS)
      for (const [who, headers] of Object.entries(VISITORS))
        answers.set(`${path} ${who}`, await ask(busy, path, headers));
    return answers;
  };
  await everybody();
  const answers = await everybody();
  for (const [who, headers] of Object.entries(VISITORS)) {
    const fresh = await portal.start(options);
    for (const path of PATHS)
      expect([path, who, answers.get(`${path} ${who}`)]).toEqual([path, who, await ask(fresh, path, headers)]);
  }
});
