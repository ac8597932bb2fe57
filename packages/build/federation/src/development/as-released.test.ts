/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { asReleased } from './as-released.ts';
import { replaceStyles } from './styles.ts';

const SERVER = 'http://localhost:4000';
const STYLE = { url: '/assets/mfe-hubs/b.1.css', integrity: 'sha256-1' };
const hrefs = () => [...document.querySelectorAll('link')].map((link) => link.getAttribute('href'));
const loads = (url: string) => document.querySelector(`link[href="${SERVER}${url}"]`)?.dispatchEvent(new Event('load'));

beforeEach(() => {
  Object.defineProperty(window, '__developmentServer', { configurable: true, value: SERVER });
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/shell/a.1.css">';
});
afterEach(() => {
  Reflect.deleteProperty(window, '__developmentServer');
});

test('a part runs as the version that the page expects, once its own style sheets apply', async () => {
  const scopes: object[] = [];
  const container = {
    init: (scope: object) => scopes.push(scope),
    get: async (expose: string) => () => ({ name: expose, version: '1.3.0-development' }),
  };
  const { init, get } = asReleased(container, { version: '1.2.0', styles: [STYLE] });
  const shared = {};
  init(shared);
  expect(scopes).toEqual([shared]);
  let isThere = false;
  const getting = get('./remote').finally(() => {
    isThere = true;
  });
  await Promise.resolve();
  expect(isThere).toBe(false);
  expect(hrefs()).toEqual(['/assets/shell/a.1.css', `${SERVER}${STYLE.url}`]);
  loads(STYLE.url);
  expect((await getting)()).toEqual({ name: './remote', version: '1.2.0' });
});

test('style sheets of the part change with its builds; those of the portal stay as they were released', async () => {
  document.head.insertAdjacentHTML('beforeend', `<link rel="stylesheet" href="${SERVER}${STYLE.url}">`);
  const newer = '/assets/mfe-hubs/b.2.css';
  const replaced = replaceStyles('mfe-hubs', [{ url: newer, integrity: 'sha256-2' }]);
  await replaceStyles('shell', [{ url: '/assets/shell/a.2.css', integrity: 'sha256-3' }]);
  loads(newer);
  await replaced;
  expect(hrefs()).toEqual(['/assets/shell/a.1.css', `${SERVER}${newer}`]);
});
