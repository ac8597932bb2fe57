/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { session } from '@portal/session';
import { testPortal } from '../testing/open-portal.tsx';
import { connectSession } from './connect-session.ts';

class QuietChannel {
  addEventListener(): void {}
  removeEventListener(): void {}
  postMessage(): void {}
}

test('an early read refused for its token leads straight to the refresh, and the token is removed from the page', async () => {
  const asked = jest.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch')));
  Object.assign(globalThis, { fetch: asked, BroadcastChannel: QuietChannel });
  Object.assign(navigator, {
    locks: { request: async (_name: string, _options: object, work: () => Promise<unknown>) => work() },
  });
  document.cookie = 'access_token=access-1; Path=/';
  document.cookie = 'refresh_token=refresh-1; Path=/';
  window.__earlyReads = { 'account/': Promise.resolve(new Response(null, { status: 401 })) };
  window.__earlyToken = 'access-1';
  const { page, parts } = testPortal();
  connectSession(page, parts);
  await session.check();
  expect(asked.mock.calls.map(([address]) => address)).toEqual(['https://api.example.com/v1/user/getTokens']);
  expect(window.__earlyToken).toBeUndefined();
});
