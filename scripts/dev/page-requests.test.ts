import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { EDITOR_PATH, ERRORS_PATH } from '@portal/federation/development';
import { DevelopmentPortal } from './development-portal.ts';
import { pageRequests } from './page-requests.ts';
import { sampleBuild, sampleFrame } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'page-requests-'));
const opened = join(folder, 'opened');
const source = join(folder, 'page.tsx');
const lines: string[] = [];
const portal = new DevelopmentPortal({ root: folder, print: (line) => lines.push(line), onChange: () => {} });
const answer = pageRequests(portal, { root: folder, print: (line) => lines.push(line) });
let current = answer;
const server = createServer((request, response) => {
  const [pathname = ''] = (request.url ?? '').split('?');
  const listener = current(pathname);
  if (listener) listener(request, response);
  else response.end('a page');
});
let url = '';

beforeEach(async () => {
  current = answer;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(source, '');
  const editor = join(folder, 'editor');
  writeFileSync(editor, `#!/bin/sh\necho "$@" > ${opened}\n`);
  chmodSync(editor, 0o755);
  process.env['LAUNCH_EDITOR'] = editor;
});

afterEach(async () => {
  await new Promise((done) => server.close(done));
  rmSync(opened, { force: true });
});

afterAll(() => rmSync(folder, { recursive: true }));

const post = async (path: string, body: object, site = 'same-origin') =>
  (await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body), headers: { 'sec-fetch-site': site } }))
    .status;

/** Waits for the editor, which is a process of its own. */
async function openedPlace(): Promise<string> {
  while (!existsSync(opened) || readFileSync(opened, 'utf8') === '') await new Promise(setImmediate);
  return readFileSync(opened, 'utf8');
}

test('files of builds are below /assets/, one folder for each part', async () => {
  portal.listenerFor('mfe-hubs').onBuild(sampleBuild('mfe-hubs', { files: { 'a.js': 'code' } }));
  const get = async (path: string) => await fetch(`${url}${path}`);
  expect(await (await get('/assets/mfe-hubs/a.js')).text()).toBe('code');
  for (const path of ['/assets/mfe-hubs/b.js', '/assets/mfe-hubs/folder/a.js', '/assets/'])
    expect((await get(path)).status).toBe(404);
});

test('a place of the repository opens in the editor', async () => {
  expect(await post(EDITOR_PATH, { file: 'page.tsx', line: 3, column: 2 })).toBe(200);
  expect(await openedPlace()).toContain(source);
});

test.each([
  ['another site', EDITOR_PATH, { file: 'page.tsx', line: 1, column: 1 }, 'cross-site'],
  ['a place outside the repository', EDITOR_PATH, { file: '../../etc/passwd', line: 1, column: 1 }, 'same-origin'],
  ['no place', EDITOR_PATH, {}, 'same-origin'],
  ['an error of another site', ERRORS_PATH, { message: 'a', stack: '' }, 'cross-site'],
])('%s is refused', async (_what, path, body, site) => {
  expect(await post(path, body, site)).toBe(400);
  expect(existsSync(opened)).toBe(false);
});

describe('of a portal in whose pages parts of this repository run', () => {
  const staging = 'https://staging.example.com';
  const forStaging = pageRequests(portal, { root: folder, print: () => undefined, overriddenPortal: staging });
  const entry = '/development-override/mfe-hubs.js?version=1.2.0';
  const ask = async (path: string, origin: string, init: RequestInit = {}) => {
    current = forStaging;
    return await fetch(`${url}${path}`, { ...init, headers: { origin, 'sec-fetch-site': 'cross-site' } });
  };

  test('pages get the entry of the latest build in the place of a version, and may read it; no others may', async () => {
    portal.listenerFor('mfe-hubs').onBuild(sampleBuild('mfe-hubs', { hash: 'latest' }));
    const served = await ask(entry, staging);
    expect(served.headers.get('access-control-allow-origin')).toBe(staging);
    const script = await served.text();
    expect(script).toContain('"/development-page.js"');
    expect(script).toMatch(/"\/assets\/mfe-hubs\/entry\.[0-9a-f]{16}\.js"/);
    expect(script).toContain('"version":"1.2.0"');
    for (const origin of ['https://staging.example.com:8443', 'https://example.com', 'null'])
      expect((await ask(entry, origin)).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('there is no entry of a part that is not built here, and none without such a portal', async () => {
    const { manifest, files } = sampleBuild('mfe-legal');
    portal.builds.takeReleased({ manifest, files });
    for (const path of ['mfe-legal.js?version=1.2.0', 'mfe-none.js?version=1.2.0', 'mfe-hubs.js'])
      expect((await ask(`/development-override/${path}`, staging)).status).toBe(404);
    current = answer;
    const ordinary = await fetch(`${url}${entry}`, { headers: { origin: staging } });
    expect(ordinary.headers.get('access-control-allow-origin')).toBeNull();
    expect(await ordinary.text()).not.toContain('/assets/mfe-hubs/');
  });

  test('its pages may post errors; no others may', async () => {
    const error = { method: 'POST', body: JSON.stringify({ message: 'a', stack: '' }) };
    expect((await ask(ERRORS_PATH, staging, error)).status).toBe(200);
    expect((await ask(ERRORS_PATH, 'https://example.com', error)).status).toBe(400);
  });
});

test('while no shell can be released, a page says why, and loads again until there is one', async () => {
  portal.setProblems('shell', [{ severity: 'error', title: 'shell does not build', text: 'Unexpected token' }]);
  const before = await fetch(`${url}/settings`);
  expect(before.status).toBe(503);
  expect(before.headers.get('refresh')).toBe('1');
  expect(await before.text()).toContain('Unexpected token');
  portal.builds.takeFrame(sampleFrame());
  portal.listenerFor('shell').onBuild(sampleBuild('shell'));
  await portal.firstResults([]);
  expect(await (await fetch(`${url}/settings`)).text()).toBe('a page');
});
