import { describe, expect, jest, test } from '@jest/globals';
import { session, startSession } from '@portal/session';
import type { CallError } from '@portal/session';
import { fakeBrowser, signedInBrowser, startTestSession, testTokens } from '@portal/session/testing';
import { startTestApi, wireAccount, wireHub } from '../testing.ts';
import { changeSharing } from './change-sharing.ts';
import { getAccount } from './get-account.ts';
import { getHubs } from './get-hubs.ts';
import { releaseHub } from './release-hub.ts';
import { requestHubRelease } from './request-hub-release.ts';
import { signInAddress } from './sign-in-address.ts';
import { updateLastSeen } from './update-last-seen.ts';

const ACCOUNT = {
  body: { data: wireAccount({ isBosch: false, lastname: null, country: null, roles: ['developer'] }) },
};
const USER = {
  firstName: 'Olivia',
  lastName: '',
  email: 'owner@example.com',
  roles: ['developer'],
  usesSingleSignOn: false,
  language: 'en',
  country: null,
  lastSeen: new Date('2026-01-31T10:00:00Z'),
};

test('the account is mapped to the portal’s own names [T108]', async () => {
  await startTestSession();
  startTestApi({ 'GET account/': ACCOUNT });
  expect(await getAccount()).toEqual(USER);
});

/** Starts an unchecked session on the test's API. */
function startUnchecked() {
  const { cookies, tab } = fakeBrowser();
  cookies.write('access_token=access-1; Path=/');
  startSession({
    cookieDomain: null,
    environment: tab(),
    requestTokens: async () => testTokens(2),
    loadAccount: getAccount,
  });
}

test('a bare 304 keeps the user last received [T142]', async () => {
  startUnchecked();
  const requests = startTestApi({ 'GET account/': [ACCOUNT, { status: 304 }] });
  await session.check();
  expect(await session.check()).toEqual({ status: 'authenticated', user: USER });
  expect(requests).toHaveLength(2);
});

test('a bare 304 without an earlier user leads to one unconditional request [T143]', async () => {
  startUnchecked();
  const requests = startTestApi({ 'GET account/': [{ status: 304 }, ACCOUNT] });
  expect(await session.check()).toEqual({ status: 'authenticated', user: USER });
  expect(requests.map(({ init }) => init.cache)).toEqual(['no-cache', 'reload']);
});

test('two bare 304 without an earlier user are trouble, and no third request follows', async () => {
  startUnchecked();
  const requests = startTestApi({ 'GET account/': { status: 304 } });
  expect(await session.check()).toEqual({ status: 'unauthenticated', reason: 'trouble' });
  expect(requests).toHaveLength(2);
});

test('the user of an ended session is not used for the next session', async () => {
  startUnchecked();
  const requests = startTestApi({
    'GET account/': [ACCOUNT, { status: 304 }, { body: { data: wireAccount({ firstname: 'Nora' }) } }],
  });
  await session.check();
  session.end('trouble');
  expect(await session.check()).toMatchObject({ user: { firstName: 'Nora' } });
  expect(requests).toHaveLength(3);
});

test('hubs are mapped to the portal’s own names, and an unknown type is "other" [T109]', async () => {
  await startTestSession();
  const types = ['HUB', 'CUI100', 'REARLIGHT', 'CUI900', 'constructor'];
  startTestApi({ 'GET hubs': { body: { data: types.map((type) => wireHub({ type, sharingMode: 'public' })) } } });
  const hubs = await getHubs();
  expect(hubs.map(({ type }) => type)).toEqual(['hub', 'smartphoneHub', 'rearLight', 'other', 'other']);
  expect(hubs[0]).toEqual({
    serial: '0012345678',
    partNumber: 'PN-100',
    activatedAt: new Date('2025-03-09T08:30:00Z'),
    sharing: 'public',
    type: 'hub',
    role: 'owner',
  });
});

test.each(['2025-03-09T08:30:00.000Z', '2025-03-09T09:30:00+01:00', 1741509000, 1741509000000])(
  '%p is read as a time [T110]',
  async (activationTime) => {
    await startTestSession();
    startTestApi({ 'GET hubs': { body: { data: [wireHub({ activationTime })] } } });
    expect((await getHubs())[0]?.activatedAt).toEqual(new Date('2025-03-09T08:30:00Z'));
  },
);

test('sharing is changed at the hub’s path: each part encoded, the plus literal [T240]', async () => {
  await startTestSession();
  const path = 'hubs/0012+a%2Fb%2Bc%20d%3F/settings';
  const requests = startTestApi({ [`PUT ${path}`]: { body: { data: {} } } });
  await changeSharing({ serial: '0012', partNumber: 'a/b+c d?', sharing: 'public' });
  expect(requests).toMatchObject([{ method: 'PUT', path, body: { sharingMode: 'public' } }]);
  expect(requests[0]?.headers['content-type']).toBe('application/json');
});

test.each(['', 'ABC', '12a', '1 2', '-1', '١٢', '12\n'])(
  'the serial %j is refused without a call [T198]',
  async (serial) => {
    await startTestSession();
    const requests = startTestApi({});
    await expect(changeSharing({ serial, partNumber: 'PN', sharing: 'off' })).rejects.toMatchObject({
      kind: 'refused',
      status: undefined,
    });
    expect(requests).toEqual([]);
  },
);

const HUB = { serial: '0012', partNumber: 'a/b+c d?' };
const NAME = '0012+a%2Fb%2Bc%20d%3F';

describe.each([
  { what: 'the release', send: releaseHub, call: `DELETE hubs/${NAME}/authorization` },
  { what: 'the request', send: requestHubRelease, call: `GET hubs/${NAME}/release` },
])('$what', ({ send, call }) => {
  test('is sent to the hub’s path (each part encoded, the plus literal) and never cached [T237]', async () => {
    await startTestSession();
    const requests = startTestApi({ [call]: { body: { data: {} } } });
    await send(HUB);
    expect(requests).toMatchObject([{ body: undefined, init: { cache: 'no-store' } }]);
  });

  test('is retried once, with fresh tokens, after a 401, which has changed nothing', async () => {
    const environment = signedInBrowser().tab();
    const requestTokens = async () => testTokens(2);
    startSession({ cookieDomain: null, environment, requestTokens, loadAccount: getAccount });
    const requests = startTestApi({ [call]: [{ status: 401 }, { body: { data: {} } }] });
    await send(HUB);
    expect(requests.map(({ headers }) => headers['authorization'])).toEqual(['Bearer access-1', 'Bearer access-2']);
  });

  test('fails with an error that does not contain the serial', async () => {
    await startTestSession();
    startTestApi({ [call]: { status: 403 } });
    await expect(send(HUB)).rejects.toThrow(/^(DELETE|GET) hubs\/\{serial\}\+\{partNumber\}\/\w+: forbidden \(403\)$/);
  });
});

test.each([
  [{ status: 204 }, false],
  [{ body: { data: null } }, false],
  [{ body: { code: 3_000_012 } }, false],
  [{ body: { data: true } }, true],
  [{ body: { data: '' } }, true],
  [{ body: { code: 1, data: 0 } }, true],
])('a release with the answer %j has succeeded: %s [T238]', async (answer, succeeds) => {
  await startTestSession();
  jest.spyOn(console, 'warn').mockReturnValue();
  startTestApi({ [`DELETE hubs/${NAME}/authorization`]: answer });
  const released = await releaseHub(HUB).then(
    () => true,
    ({ kind }: CallError) => kind !== 'malformed',
  );
  expect(released).toBe(succeeds);
});

test('that the user was here is recorded with an empty body [T225]', async () => {
  await startTestSession();
  const requests = startTestApi({ 'PUT account/lastseen': { status: 204 } });
  await updateLastSeen();
  expect(requests[0]?.init.body).toBeUndefined();
});

test('the sign-in address carries both return addresses, encoded [T245]', async () => {
  startTestApi({});
  const address = signInAddress({
    returnTo: 'https://portal.example.com/settings?a=1&b=2#x',
    redirectUri: 'https://portal.example.com/login',
  });
  expect(address).toBe(
    'https://api.example.com/v1/user/weblogin/?returnTo=https%3A%2F%2Fportal.example.com%2Fsettings%3Fa%3D1%26b%3D2%23x' +
      '&redirectUri=https%3A%2F%2Fportal.example.com%2Flogin',
  );
});
