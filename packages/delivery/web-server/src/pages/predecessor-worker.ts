import type { HttpResponse } from '../http/http-response.ts';
import { textResponse } from '../http/http-response.ts';

/**
 * The portal has no service worker, but an application that was at this origin before may have left one, which shows that application until a
 * newer script ends it; a 404 does not. This one takes over the pages, unregisters itself and loads them again.
 */
const SCRIPT = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const end = async () => {
    await self.registration.unregister();
    const pages = await self.clients.matchAll({ type: 'window' });
    await Promise.allSettled(pages.map((page) => page.navigate(page.url)));
  };
  event.waitUntil(end());
});
`;

export function endingWorker(): HttpResponse {
  return textResponse(200, SCRIPT.trim(), { 'content-type': 'text/javascript' });
}
