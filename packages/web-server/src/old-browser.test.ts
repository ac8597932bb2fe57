import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OLDEST_BROWSERS } from '@portal/contract/browsers';
import { BROWSER_CHECK } from './old-browser.ts';
import type { WebServer } from './server.ts';
import { SamplePortal } from './testing/sample-portal.ts';

/** Runs the check in a browser with these features. @returns where it goes; undefined if it stays. */
function leadsTo(features: object): unknown {
  let target: unknown;
  const location = { replace: (to: unknown) => (target = to) };
  const globals = { ...features, location, document: { documentElement: { lang: 'fr' } } };
  runInNewContext(BROWSER_CHECK, { ...globals, window: globals });
  return target;
}

const yes = () => true;
const CURRENT = {
  URL: { parse: yes },
  Promise: { withResolvers: yes },
  BroadcastChannel: yes,
  HTMLScriptElement: { supports: yes },
  CSS: { supports: yes },
};

describe('the check of the browser', () => {
  test('stays in the page of a browser that has everything', () => {
    expect(leadsTo(CURRENT)).toBeUndefined();
  });

  test.each([
    ['no import maps', { HTMLScriptElement: { supports: () => false } }],
    ['modules from before import maps could be asked for', { HTMLScriptElement: {} }],
    ['no modules', { HTMLScriptElement: undefined, Promise: undefined, CSS: undefined, BroadcastChannel: undefined }],
    ['no URL.parse', { URL: {} }],
    ['no Promise.withResolvers', { Promise: {} }],
    ['no channel between tabs', { BroadcastChannel: undefined }],
    ['no :has()', { CSS: { supports: (what: string) => !what.includes(':has') } }],
    ['no light-dark()', { CSS: { supports: (_: string, value?: string) => value === undefined } }],
  ])('leaves the page of a browser with %s, in the page’s language', (_, missing) => {
    expect(leadsTo({ ...CURRENT, ...missing })).toBe('/old-browser?locale=fr');
  });

  test('is written so that old browsers can run it', () => {
    expect(BROWSER_CHECK).not.toMatch(/=>|\b(?:const|let|class|async|await|import)\b|`|\?\.|\?\?/);
  });
});

describe('the page for old browsers', () => {
  let portal: SamplePortal;
  let server: WebServer;
  beforeAll(async () => {
    portal = new SamplePortal();
    await portal.publish('shell');
    await portal.publish('mfe-hubs');
    await portal.release();
    server = await portal.start();
  });
  afterAll(() => portal.remove());

  test.each([
    ['en', 'Your browser is too old for the portal'],
    ['de', 'Ihr Browser ist zu alt für das Portal'],
    ['fr', 'Votre navigateur est trop ancien pour le portail'],
    ['nl', 'Uw browser is te oud voor de portal'],
  ])('says in %s what to do, without a script, and is not indexed', async (language, title) => {
    const answer = await fetch(`${server.url}/old-browser?locale=${language}`);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri/,
    );
    const page = await answer.text();
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(`<h1>${title}</h1>`);
    for (const version of Object.values(OLDEST_BROWSERS)) expect(page).toContain(` ${version}`);
    expect(page).not.toContain('<script');
  });

  test('takes the language of the browser without the parameter', async () => {
    const answer = await fetch(`${server.url}/old-browser`, { headers: { 'accept-language': 'nl-BE' } });
    expect(await answer.text()).toContain('<html lang="nl">');
  });

  test('every page of the portal checks the browser before its first module, as its policy allows', async () => {
    const answer = await fetch(`${server.url}/login`);
    const page = await answer.text();
    const check = page.indexOf(`<script>${BROWSER_CHECK}</script>`);
    expect(check).toBeGreaterThan(0);
    expect(check).toBeLessThan(page.indexOf('"importmap"'));
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
  });
});

test('docs/browsers.md names the supported versions', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../docs/browsers.md'), 'utf8');
  for (const [name, version] of Object.entries(OLDEST_BROWSERS)) {
    expect(text).toMatch(new RegExp(`\\| ${name} +\\| ${version.replace('.', String.raw`\.`)} `, 'i'));
  }
});
