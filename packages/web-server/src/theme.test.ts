import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SamplePortal } from './testing/sample-portal.ts';
import type { WebServer } from './server.ts';

let portal: SamplePortal;
let server: WebServer;

beforeAll(async () => {
  portal = new SamplePortal();
  await portal.publish('shell');
  await portal.publish('mfe-hubs');
});
afterAll(() => portal.remove());

const get = (path: string, theme?: string) =>
  fetch(server.url + path, { headers: theme === undefined ? {} : { cookie: `portal_theme=${theme}` } });
const meta = (page: string, name: string) =>
  [...page.matchAll(new RegExp(`<meta name="${name}"(?: media="([^"]*)")? content="([^"]*)">`, 'g'))].map(
    ([, media, content]) => [media, content],
  );

describe('while there is no release', () => {
  test.each([
    ['dark', 'dark'],
    ['light', 'light'],
    ['red', 'light dark'],
  ])('the page for the cookie "%s" is %s', async (cookie, scheme) => {
    server = await portal.start();
    const page = await (await get('/settings', cookie)).text();
    expect(meta(page, 'color-scheme')).toEqual([[undefined, scheme]]);
  });
});

describe.each(['/login', '/404.html', '/no/such/page'])('the page %s', (path) => {
  beforeAll(async () => {
    await portal.release();
    server = await portal.start();
  });

  test('follows the device without a choice, and the browser’s own surfaces with it', async () => {
    for (const cookie of [undefined, 'system', '"><script>']) {
      const page = await (await get(path, cookie)).text();
      expect(page).toContain('<html lang="en">');
      expect(meta(page, 'color-scheme')).toEqual([[undefined, 'light dark']]);
      expect(meta(page, 'theme-color')).toEqual([
        ['(prefers-color-scheme: light)', '#f1f3ef'],
        ['(prefers-color-scheme: dark)', '#0e1614'],
      ]);
    }
  });

  test('is painted in the chosen theme, whatever the theme of the device', async () => {
    const page = await (await get(path, 'dark')).text();
    expect(page).toContain('<html lang="en" data-theme="dark">');
    expect(meta(page, 'color-scheme')).toEqual([[undefined, 'dark']]);
    expect(meta(page, 'theme-color').map(([, color]) => color)).toEqual(['#0e1614', '#0e1614']);
  });

  test('is another one for each theme: no cache may give one for the other', async () => {
    const answers = await Promise.all([undefined, 'light', 'dark'].map((theme) => get(path, theme)));
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(3);
    for (const { headers } of answers) {
      expect(headers.get('vary')).toContain('cookie');
      expect(headers.get('cache-control')).toBe('private, no-cache');
    }
  });
});
