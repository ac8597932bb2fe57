import type { PassingAnswer } from './intercepting-proxy.ts';
import { interceptRequests } from './intercepting-proxy.ts';
import { expect, test } from './test.ts';
import { until } from './user-tab.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** A page that registers a service worker, and this: cache first, as the usual generators write them. */
const PREDECESSOR: Readonly<Record<string, Partial<PassingAnswer>>> = {
  '/login?locale=en': {
    status: 200,
    headers: HTML,
    body: Buffer.from(`<!doctype html><h1>Predecessor</h1><script>
      navigator.serviceWorker.register('/service-worker.js');
      navigator.serviceWorker.ready.then(() => { document.title = 'kept'; });
    </script>`),
  },
  '/service-worker.js': {
    status: 200,
    headers: { 'content-type': 'text/javascript' },
    body: Buffer.from(`
      self.addEventListener('install', (event) => {
        self.skipWaiting();
        event.waitUntil(caches.open('old').then((cache) => cache.add('/login?locale=en')));
      });
      self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
      self.addEventListener('fetch', (event) =>
        event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request))));
    `),
  },
};

test('the service worker of a predecessor, which shows that from its cache, ends at the next visit', async ({
  visitor,
  portal,
}) => {
  let isReplaced = false;
  using origin = await interceptRequests(portal.url, ({ path }) => (isReplaced ? {} : (PREDECESSOR[path] ?? {})));
  const { tab } = await visitor.at(origin.url).opens('/welcome?locale=en');
  await tab.goto(`${origin.url}/login?locale=en`);
  await until(async () => {
    expect(await tab.evaluate(() => document.title)).toBe('kept');
  });
  isReplaced = true;
  await tab.goto(`${origin.url}/login?locale=en`);
  await until(async () => {
    expect(await tab.evaluate(() => document.querySelector('footer') !== null)).toBe(true);
  });
  expect(await tab.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
