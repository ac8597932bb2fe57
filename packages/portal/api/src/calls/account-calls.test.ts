import { beforeEach, describe, expect, test } from '@jest/globals';
import { session, startSession } from '@portal/session';
import { signedInBrowser, startTestSession, TEST_USER, testTokens } from '@portal/session/testing';
import { startTestApi } from '../testing.ts';
import { changeCountry } from './change-country.ts';
import { changeEmail } from './change-email.ts';
import { changeName } from './change-name.ts';
import { changePassword } from './change-password.ts';
import { deleteAccount } from './delete-account.ts';
import { getCountries } from './get-countries.ts';
import { getServiceDescriptionUrl } from './get-service-description-url.ts';
import { getStaffAccess } from './get-staff-access.ts';

beforeEach(async () => {
  await startTestSession();
});

/** A signed-in session with a refresh token, whose refreshes the fake API answers. */
async function startRefreshable() {
  const environment = signedInBrowser().tab();
  startSession({ cookieDomain: null, environment, loadAccount: async () => TEST_USER });
  await session.check();
}
const FRESH = { body: { access_token: 'access-2', refresh_token: 'refresh-2', id_token: testTokens(2).idToken } };

test('an empty last name is sent as null [T183]', async () => {
  const requests = startTestApi({ 'PUT account/general': { body: { data: {} } } });
  await changeName({ firstName: 'Olivia', lastName: '' });
  expect(requests[0]?.body).toEqual({ firstname: 'Olivia', lastname: null });
});

test.each([{}, { data: {} }, { code: 3_000_011 }, { code: 0 }])(
  'only the success code confirms a saved country, not %j [T229]',
  async (body) => {
    startTestApi({ 'PUT account/country': { body } });
    await expect(changeCountry('de')).rejects.toMatchObject({ name: 'CallError', kind: 'refused' });
  },
);

describe.each([400, 200])('with status %d', (status) => {
  test.each([
    ['EMAIL_ADDRESS_IN_USE', 'in-use'],
    ['email invalid', 'invalid'],
    ['INVALID_EMAIL_PROVIDER', 'provider'],
    ['MISSING_EMAIL_ADDRESS', 'missing'],
  ])('an address refused with "%s" gives "%s" [T231]', async (error, refusal) => {
    startTestApi({ 'PUT account/email': { status, body: { errors: [{ error }, { error: 'another' }] } } });
    expect(await changeEmail({ email: 'new@example.com', password: 'secret-1' })).toBe(refusal);
  });

  test.each([
    ['SAME_PASSWORD', 'same'],
    ['INSECURE_PASSWORD', 'insecure'],
  ])('a password refused with "%s" gives "%s"', async (error, refusal) => {
    startTestApi({ 'PUT account/password': { status, body: { errors: [{ error }, { error: 'another' }] } } });
    expect(await changePassword({ current: 'secret-1', next: 'secret-2' })).toBe(refusal);
  });

  test('a deletion refused with code 3000022 means a wrong password [T233]', async () => {
    startTestApi({ 'POST account/destroy': { status, body: { errors: [{ code: 3_000_022 }] } } });
    expect(await deleteAccount('secret-1')).toBe('wrong-password');
  });

  test('only the first error counts [T232]', async () => {
    const errors = [
      { code: 1, error: 'other' },
      { code: 3_000_022, error: 'email invalid' },
    ];
    startTestApi({
      'POST account/destroy': { status, body: { errors } },
      'PUT account/email': { status, body: { errors } },
    });
    await expect(deleteAccount('secret-1')).rejects.toMatchObject({ kind: 'refused' });
    await expect(changeEmail({ email: 'a@b.c', password: 'secret-1' })).rejects.toMatchObject({ kind: 'refused' });
  });
});

describe.each([
  ['PUT account/email', () => changeEmail({ email: 'new@example.com', password: 'secret-1' })],
  ['PUT account/password', () => changePassword({ current: 'secret-1', next: 'secret-2' })],
  ['POST account/destroy', () => deleteAccount('secret-1')],
])('a 401 on %s, which carries a password,', (call, run) => {
  test('means a wrong password after one refresh and one retry, and keeps the session', async () => {
    await startRefreshable();
    const requests = startTestApi({ [call]: { status: 401 }, 'POST user/getTokens': FRESH });
    expect(await run()).toBe('wrong-password');
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([call, 'POST user/getTokens', call]);
    expect(session.getState()).toMatchObject({ status: 'authenticated' });
  });

  test('ends the session when the refresh is refused', async () => {
    await startRefreshable();
    const requests = startTestApi({ [call]: { status: 401 }, 'POST user/getTokens': { status: 400 } });
    await expect(run()).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(requests).toHaveLength(2);
    expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'ended' });
  });
});

test('what customer service did is given with its time, also actions that the portal does not know', async () => {
  const at = '2026-11-26T10:00:00.000Z';
  const data = [
    { at, action: 'role-added', what: 'developer' },
    { at, action: 'later', what: null },
  ];
  startTestApi({ 'GET account/staff-access': { body: { data } } });
  expect(await getStaffAccess()).toEqual(data.map((each) => ({ ...each, at: new Date(at) })));
});

test('an API without customer service has nothing to tell; any other failure is one', async () => {
  startTestApi({
    'GET account/staff-access': [{ status: 404, body: { errors: [{ error: 'NOT_FOUND' }] } }, { status: 403 }],
  });
  expect(await getStaffAccess()).toBeUndefined();
  await expect(getStaffAccess()).rejects.toMatchObject({ kind: 'forbidden' });
});

test('countries are listed once each, by lower-case code, without the inactive ones [T111]', async () => {
  const data = [
    { countryCode: 'DE', countryName: 'Allemagne' },
    { countryCode: 'xx', countryName: 'GENERIC_INACTIVE_EU' },
    { countryCode: 'de', countryName: 'Allemagne' },
    { countryCode: 'nl', countryName: 'Pays-Bas', phonePrefix: '+31' },
  ];
  startTestApi({ 'GET hc-terms-and-conditions/all?lang=fr': { body: { data } } });
  expect(await getCountries('fr')).toEqual([
    { code: 'de', name: 'Allemagne' },
    { code: 'nl', name: 'Pays-Bas' },
  ]);
});

test.each(['javascript:alert(1)', 'data:application/pdf,x', '/relative.pdf', '', 5])(
  'a service description at %j is ignored',
  async (url) => {
    startTestApi({ 'GET service-description/url': { body: { url } } });
    await expect(getServiceDescriptionUrl()).rejects.toMatchObject({ kind: 'malformed', cause: { path: 'url' } });
  },
);
