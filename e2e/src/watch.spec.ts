import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, openAs, test } from './support/portal.ts';

const run = promisify(execFile);

test('the watch of the browser finds each token that leaves, and each broken policy [T388]', async ({
  page,
  context,
  browserWatch,
}) => {
  await openAs(page, 'owner@example.com');
  // Nothing of this reaches a server, because the servers are watched, too.
  await context.route('**/leak**', (route) =>
    route.fulfill({ body: '', headers: { 'access-control-allow-origin': '*' } }),
  );
  await context.route('**/leak/page', (route) =>
    route.fulfill({
      headers: {
        'content-security-policy': "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'",
        'integrity-policy': 'blocked-destinations=(script)',
      },
      contentType: 'text/html',
      body: '<body style="color:red"><script src="/leak/script"></script>',
    }),
  );
  const tokens = (await context.cookies()).filter(({ name }) => name.endsWith('_token')).map(({ value }) => value);
  expect(browserWatch.take()).toEqual([]);
  await page.evaluate(async (values) => {
    for (const token of values) {
      await fetch(`/leak?from=${token}`);
      await fetch('/leak/header', { headers: { authorization: `Bearer ${token}` } });
      await fetch('/leak/body', { method: 'POST', body: token });
    }
  }, tokens);
  await page.goto('/leak/page');
  await page.evaluate(async () => {
    try {
      document.body.innerHTML = '<p>';
    } catch {
      // The policy forbids it.
    }
    await fetch('https://elsewhere.example/leak').catch(() => undefined);
  });
  const { origin } = new URL(page.url());
  const leaks = [
    `a token in the address of GET ${origin}/leak`,
    `a token in the header "authorization" of GET ${origin}/leak/header`,
    `a token in the body of POST ${origin}/leak/body`,
  ];
  expect(tokens).toHaveLength(2);
  const found = browserWatch.take();
  expect(found.slice(0, 6)).toEqual([...leaks, ...leaks]);
  const violations = found.slice(6).join('\n');
  expect(violations).toContain('inline style');
  expect(violations).toContain('TrustedHTML');
  expect(violations).toContain(`${origin}/leak/script`);
  expect(violations).toContain('https://elsewhere.example/leak');
});

/** A server that is sent the tokens in every place, and writes one to its log. */
const LEAKING = `
  const signed = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  const refresh = 'random-text-that-is-a-refresh-token';
  const server = require('node:http').createServer((request, response) => request.resume().on('end', () => response.end()));
  server.listen(0, async () => {
    const url = 'http://localhost:' + server.address().port;
    const cookie = 'access_token=' + signed + '; refresh_token=' + refresh;
    await fetch(url + '/', { headers: { cookie } });
    await fetch(url + '/api/account/', { headers: { cookie, authorization: 'Bearer ' + signed } });
    await fetch(url + '/api/user/getTokens', { method: 'POST', body: JSON.stringify({ refreshToken: refresh }) });
    await fetch(url + '/identity/session/end?state=1&id_token_hint=' + signed);
    await fetch(url + '/fine?sealed=' + signed + '.two.more');
    await fetch(url + '/a?token=' + refresh);
    await fetch(url + '/b', { headers: { referer: url + '/?' + signed } });
    await fetch(url + '/c', { method: 'POST', body: JSON.stringify([{ failure: refresh }]) });
    const type = { 'content-type': 'application/csp-report' };
    await fetch(url + '/reports', { method: 'POST', headers: type, body: '{}' });
    console.log('Received ' + refresh);
    console.error(signed);
    server.close();
    server.closeAllConnections();
  });`;

test('the watch of a server finds each token in an address, a header, a report and a log, and each broken policy [T409]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-watch-'));
  const file = join(folder, 'found');
  const watch = join(import.meta.dirname, 'watch/watch-server.ts');
  await run(process.execPath, ['--import', watch, '--eval', LEAKING], { env: { ...process.env, WATCH_FILE: file } });
  const found = (await readFile(file, 'utf8'))
    .replaceAll(/http:\/\/localhost:\d+/g, '')
    .trim()
    .split('\n');
  await rm(folder, { recursive: true });
  expect(found.map((line) => line.replace(/^.*?: /, ''))).toEqual([
    'a token in the address of GET /a',
    'a token in the header "referer" of GET /b',
    'a token in the body of POST /c',
    'a page breaks its policy: {}',
    'a token in its log',
    'a token in its log',
  ]);
});
