import { expect, test } from '@jest/globals';
import { session, startSession } from '@portal/session';
import { signedInBrowser } from '@portal/session/testing';
import { changeName } from './calls/change-name.ts';
import { getAccount } from './calls/get-account.ts';
import { fakeFetch, TEST_API, wireAccount } from './testing.ts';
import type { FakeRequest } from './testing.ts';
import { startApi } from './transport.ts';

const REFUSED = { status: 401, body: {} };
const FRESH = { body: { access_token: 'access-2', refresh_token: 'refresh-2', id_token: 'id-2' } };
const DONE = { body: { data: {} } };
const NAME = { firstName: 'Olivia', lastName: 'Owner' };

/** A tab of a signed-in user; "other-1" is the access token of another one, all others are the user's. */
async function openTab(change: (request: FakeRequest) => object = () => DONE) {
  const { cookies, tab } = signedInBrowser();
  const { fetch, requests } = fakeFetch({
    'GET account/': ({ headers }) => {
      const other = headers['authorization'] === 'Bearer other-1';
      return { body: { data: wireAccount(other ? { email: 'guest@example.com' } : {}) } };
    },
    'PUT account/general': change,
    'POST user/getTokens': FRESH,
  });
  startSession({ cookieDomain: null, environment: tab(), loadAccount: getAccount });
  startApi({ baseUrl: TEST_API, fetch });
  await session.check();
  return {
    /** In another tab, which says nothing to this one. */
    store(name: string) {
      cookies.write(`access_token=${name}-1; Path=/`);
      cookies.write(`refresh_token=${name}-refresh-1; Path=/`);
    },
    asked: () =>
      requests.slice(1).map(({ method, path, headers }) => `${method} ${path} ${headers['authorization'] ?? ''}`),
  };
}

test('a change of one user is not sent with the tokens of another who has signed in in a second tab', async () => {
  const { store, asked } = await openTab();
  store('other');
  await expect(changeName(NAME)).rejects.toMatchObject({ kind: 'unauthenticated' });
  expect(asked()).toEqual(['GET account/ Bearer other-1']);
  expect(session.getState()).toMatchObject({ user: { email: 'guest@example.com' } });
});

test('nor is it repeated with them after it was refused', async () => {
  const { store, asked } = await openTab(() => {
    store('other');
    return REFUSED;
  });
  await expect(changeName(NAME)).rejects.toMatchObject({ kind: 'unauthenticated' });
  expect(asked()).toEqual(['PUT account/general Bearer access-1', 'GET account/ Bearer other-1']);
});

test('with tokens that a second tab has refreshed, it is sent once the account is known to be the same', async () => {
  const { store, asked } = await openTab();
  store('refreshed');
  await Promise.all([changeName(NAME), changeName(NAME)]);
  const change = 'PUT account/general Bearer refreshed-1';
  expect(asked()).toEqual(['GET account/ Bearer refreshed-1', change, change]);
});

test('tokens that this tab has refreshed itself need no check', async () => {
  const { asked } = await openTab(({ headers }) => (headers['authorization'] === 'Bearer access-2' ? DONE : REFUSED));
  await changeName(NAME);
  await changeName(NAME);
  const change = 'PUT account/general Bearer';
  expect(asked()).toEqual([
    `${change} access-1`,
    'POST user/getTokens Bearer access-1',
    `${change} access-2`,
    `${change} access-2`,
  ]);
});
