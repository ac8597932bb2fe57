import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { session, startSession } from '@portal/session';
import { signedInBrowser, startTestSession, TEST_USER, testTokens } from '@portal/session/testing';
import { startTestApi } from '../testing.ts';
import type { FakeResponse } from '../testing.ts';
import { becomeDeveloper } from './become-developer.ts';
import { changeCountry } from './change-country.ts';
import { changeEmail } from './change-email.ts';
import { changeName } from './change-name.ts';
import { changePassword } from './change-password.ts';
import { deleteAccount } from './delete-account.ts';
import { getCountries } from './get-countries.ts';
import { getServiceDescriptionUrl } from './get-service-description-url.ts';
import { getStaffAccess } from './get-staff-access.ts';
import { changeNewsConsent, getNewsConsent } from './news-consent.ts';

const PDF = 'https://portal.example.com/documents/developer-terms.pdf';
const CALLS = [
  {
    call: 'PUT account/general',
    run: () => changeName({ firstName: 'Olivia', lastName: 'Owner' }),
    body: { firstname: 'Olivia', lastname: 'Owner' },
    good: { data: {} },
  },
  { call: 'PUT account/country', run: () => changeCountry('DE'), body: { country: 'de' }, good: { code: 3_000_012 } },
  {
    call: 'PUT account/email',
    run: () => changeEmail({ email: 'new@example.com', password: 'secret-1' }),
    body: { newEmail: 'new@example.com', currentPassword: 'secret-1' },
    good: { data: {} },
  },
  {
    call: 'PUT account/password',
    run: () => changePassword({ current: 'secret-1', next: 'secret-2' }),
    body: { currentPassword: 'secret-1', newPassword: 'secret-2' },
    good: { data: {} },
  },
  {
    call: 'GET account/notifications',
    run: getNewsConsent,
    body: undefined,
    good: { data: { consent: false, at: null } },
  },
  {
    call: 'PUT account/notifications',
    run: () => changeNewsConsent(true),
    body: { consent: true },
    good: { data: { consent: true, at: '2026-11-26T10:00:00.000Z' } },
  },
  { call: 'GET account/staff-access', run: getStaffAccess, body: undefined, good: { data: [] } },
  {
    call: 'POST account/destroy',
    run: () => deleteAccount('secret-1'),
    body: { password: 'secret-1' },
    good: { data: {} },
  },
  { call: 'POST account/developer', run: () => becomeDeveloper(PDF), body: { url: PDF }, good: { data: true } },
  {
    call: 'GET hc-terms-and-conditions/all?lang=fr',
    run: () => getCountries('fr'),
    body: undefined,
    good: { data: [] },
  },
  { call: 'GET service-description/url', run: getServiceDescriptionUrl, body: undefined, good: { url: PDF } },
];

let logged: unknown[][] = [];
beforeEach(async () => {
  logged = [];
  jest.spyOn(console, 'warn').mockImplementation((...line: unknown[]) => {
    logged.push(line);
  });
  await startTestSession();
});

/** A signed-in session with a refresh token, whose refreshes the fake API answers. */
async function startRefreshable() {
  const environment = signedInBrowser().tab();
  startSession({ cookieDomain: null, environment, loadAccount: async () => TEST_USER });
  await session.check();
}
const FRESH = { body: { access_token: 'access-2', refresh_token: 'refresh-2', id_token: testTokens(2).idToken } };

describe.each(CALLS)('$call', ({ call, run, body, good }) => {
  test('is sent with the bearer and its payload, once [T227]', async () => {
    const requests = startTestApi({ [call]: { body: good } });
    await run();
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ headers: { authorization: 'Bearer access-1' } });
    expect(requests[0]?.body).toEqual(body);
  });

  test.each<[string, FakeResponse]>([
    ['cut', { text: '{"data":{' }],
    ['HTML', { text: '<p>Done</p>' }],
    ['null', { text: 'null' }],
    ['an array', { body: [{ data: {}, code: 3_000_012 }] }],
    ['fields of another type', { body: { ...good, code: 'private', url: ['private'] } }],
  ])('fails when the answer is malformed: %s; neither payload nor answer is logged', async (_what, answer) => {
    startTestApi({ [call]: answer });
    const error: unknown = await run().catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: 'CallError', kind: 'malformed' });
    expect(JSON.stringify(logged) + String(error)).not.toMatch(/private|secret|new@example/);
  });

  test('fails without a retry when the API is unavailable or the connection breaks', async () => {
    const broken = () => {
      throw new Error('The connection broke');
    };
    const requests = startTestApi({ [call]: [{ status: 503 }, broken] });
    await expect(run()).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(run()).rejects.toMatchObject({ kind: 'unreachable' });
    expect(requests).toHaveLength(2);
  });

  test('fails when the answer lists an unknown error', async () => {
    startTestApi({ [call]: { body: { ...good, errors: [{ code: 4711, error: 'SOMETHING' }] } } });
    await expect(run()).rejects.toMatchObject({ kind: 'refused', codes: [{ code: 4711, error: 'SOMETHING' }] });
  });
});

test.each(['PUT account/general', 'POST account/developer'])('%s fails without data [T228]', async (call) => {
  const run = CALLS.find((one) => one.call === call)?.run;
  startTestApi({ [call]: [{ body: {} }, { body: { code: 3_000_012 } }, { text: '{"__proto__":{"data":{}}}' }] });
  for (let answer = 0; answer < 3; answer++) {
    await expect(run?.()).rejects.toMatchObject({ kind: 'malformed', cause: { path: 'data' } });
  }
});

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

test('a 401 on a call without a password does not mean a wrong password', async () => {
  await startRefreshable();
  startTestApi({ 'PUT account/general': { status: 401 }, 'POST user/getTokens': FRESH });
  await expect(changeName({ firstName: 'Olivia', lastName: '' })).rejects.toMatchObject({ kind: 'unauthenticated' });
});

test('what customer service did is given with its time, also acts that the portal does not know', async () => {
  const at = '2026-11-26T10:00:00.000Z';
  const data = [
    { at, act: 'role-added', what: 'developer' },
    { at, act: 'later', what: null },
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
