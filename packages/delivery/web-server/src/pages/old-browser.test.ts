import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { OLDEST_BROWSERS } from '@portal/contract/browsers';
import { BROWSER_CHECK } from './old-browser.ts';

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

test('docs/browsers.md names the supported versions', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../../docs/browsers.md'), 'utf8');
  for (const [name, version] of Object.entries(OLDEST_BROWSERS)) {
    expect(text).toMatch(new RegExp(`\\| ${name} +\\| ${version.replace('.', String.raw`\.`)} `, 'i'));
  }
});
