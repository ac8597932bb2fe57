/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { toResponse, wireAccount } from '@portal/api/testing';
import { session } from '@portal/session';
import { testPortal } from '../testing/open-portal.tsx';
import { connectSession } from './connect-session.ts';

class QuietChannel {
  addEventListener(): void {}
  removeEventListener(): void {}
  postMessage(): void {}
}

/** Starts the session of a page whose early read of the account, with `access-1`, has this answer. */
function start(early: Response, answer: typeof fetch) {
  const asked = jest.fn(answer);
  Object.assign(globalThis, { fetch: asked, BroadcastChannel: QuietChannel });
  Object.assign(navigator, {
    locks: { request: async (_name: string, _options: object, work: () => Promise<unknown>) => work() },
  });
  document.cookie = 'refresh_token=refresh-1; Path=/';
  window.__earlyReads = { 'account/': Promise.resolve(early) };
  window.__earlyToken = 'access-1';
  const { page, parts } = testPortal();
  connectSession(page, parts);
  return asked;
}

test('an early read refused for its token leads straight to the refresh, and the token is removed from the page', async () => {
  document.cookie = 'access_token=access-1; Path=/';
  const asked = start(new Response(null, { status: 401 }), () => Promise.reject(new TypeError('Failed to fetch')));
  await session.check();
  expect(asked.mock.calls.map(([address]) => address)).toEqual(['https://api.example.com/v1/user/getTokens']);
  expect(window.__earlyToken).toBeUndefined();
});

test('an early read is not taken for that of somebody who has signed in meanwhile, in another tab', async () => {
  document.cookie = 'access_token=access-2; Path=/';
  const account = (email: string) => toResponse({ body: { data: wireAccount({ email }) } }) as Response;
  const asked = start(account('first@example.com'), async () => account('second@example.com'));
  expect(await session.check()).toMatchObject({ user: { email: 'second@example.com' } });
  expect(asked.mock.calls.map(([address]) => address)).toEqual(['https://api.example.com/v1/account/']);
});
