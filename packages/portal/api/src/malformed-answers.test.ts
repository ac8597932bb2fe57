import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { IS_FULL_RUN } from '@portal/node-kit/testing/inputs';
import { recordTried } from '@portal/node-kit/testing/tried';
import { startTestSession } from '@portal/session/testing';
import { becomeDeveloper } from './calls/become-developer.ts';
import { changeCountry } from './calls/change-country.ts';
import { changeEmail } from './calls/change-email.ts';
import { changeName } from './calls/change-name.ts';
import { changePassword } from './calls/change-password.ts';
import { changeSharing } from './calls/change-sharing.ts';
import { deleteAccount } from './calls/delete-account.ts';
import { getAccount } from './calls/get-account.ts';
import { getCountries } from './calls/get-countries.ts';
import { getHubs } from './calls/get-hubs.ts';
import { getServiceDescriptionUrl } from './calls/get-service-description-url.ts';
import { getStaffAccess } from './calls/get-staff-access.ts';
import { logOut } from './calls/log-out.ts';
import { changeNewsConsent, getNewsConsent } from './calls/news-consent.ts';
import { releaseHub } from './calls/release-hub.ts';
import { requestHubRelease } from './calls/request-hub-release.ts';
import { updateLastSeen } from './calls/update-last-seen.ts';
import { startTestApi, wireAccount } from './testing.ts';
import type { FakeResponse } from './testing.ts';

const HUB = { serial: '4711', partNumber: 'PN' };
const PDF = 'https://portal.example.com/documents/developer-terms.pdf';
const NAMES = { firstName: 'Olivia', lastName: 'Owner' };
const EMAILS = { email: 'new@example.com', password: 'secret-1' };
const PASSWORDS = { current: 'secret-1', next: 'secret-2' };
const DONE = { data: {} };
const CONSENT = { data: { consent: true, at: '2026-11-26T10:00:00.000Z' } };

/** A call, what it sends, and an answer that it accepts. */
interface TestCall {
  readonly call: string;
  readonly run: () => Promise<unknown>;
  readonly good: object;
  readonly body?: object;
}

/** Calls whose answer has to contain something (specification, section 7). */
const READING_CALLS: readonly TestCall[] = [
  { call: 'GET account/', run: getAccount, good: { data: wireAccount() } },
  { call: 'GET hubs', run: getHubs, good: { data: [] } },
  { call: 'DELETE hubs/4711+PN/authorization', run: () => releaseHub(HUB), good: DONE },
  {
    call: 'PUT account/general',
    run: () => changeName(NAMES),
    body: { firstname: 'Olivia', lastname: 'Owner' },
    good: DONE,
  },
  { call: 'PUT account/country', run: () => changeCountry('DE'), body: { country: 'de' }, good: { code: 3_000_012 } },
  { call: 'POST account/developer', run: () => becomeDeveloper(PDF), body: { url: PDF }, good: { data: true } },
  { call: 'GET hc-terms-and-conditions/all?lang=fr', run: () => getCountries('fr'), good: { data: [] } },
  { call: 'GET service-description/url', run: getServiceDescriptionUrl, good: { url: PDF } },
  { call: 'GET account/notifications', run: getNewsConsent, good: CONSENT },
  {
    call: 'PUT account/notifications',
    run: () => changeNewsConsent(true),
    body: { consent: true },
    good: CONSENT,
  },
  { call: 'GET account/staff-access', run: getStaffAccess, good: { data: [] } },
];

/** Calls that have succeeded unless the answer has another status or lists errors. */
const WRITING_CALLS: readonly TestCall[] = [
  { call: 'PUT account/lastseen', run: updateLastSeen, good: DONE },
  { call: 'GET account/logout', run: logOut, good: DONE },
  {
    call: 'PUT hubs/4711+PN/settings',
    run: () => changeSharing({ ...HUB, sharing: 'public' }),
    body: { sharingMode: 'public' },
    good: DONE,
  },
  { call: 'GET hubs/4711+PN/release', run: () => requestHubRelease(HUB), good: DONE },
  {
    call: 'PUT account/email',
    run: () => changeEmail(EMAILS),
    body: { newEmail: 'new@example.com', currentPassword: 'secret-1' },
    good: DONE,
  },
  {
    call: 'PUT account/password',
    run: () => changePassword(PASSWORDS),
    body: { currentPassword: 'secret-1', newPassword: 'secret-2' },
    good: DONE,
  },
  { call: 'POST account/destroy', run: () => deleteAccount('secret-1'), body: { password: 'secret-1' }, good: DONE },
];

type Answers = readonly (readonly [way: string, answer: FakeResponse])[];

/**
 * Answers that no call accepts; `npm test` tries the first two. The browser tests send two of these for every call, and
 * the others in the full run: `e2e/src/support/malformed.ts`.
 */
const NO_ENVELOPES: Answers = [
  ['cut', { text: '{"data":[{"serial":"00' }],
  ['wrong types', { text: '{"data":42,"code":"many","errors":"none","access_token":1}' }],
  ['not JSON', { text: 'all is well' }],
  ['null', { text: 'null' }],
  ['an array for an object', { text: '[[]]' }],
  ['in another charset', { text: '{\u0000"\u0000d\u0000a\u0000t\u0000a\u0000"\u0000:\u0000\uFFFD' }],
  ['HTML', { text: '<!doctype html><title>Proxy</title><script>window.executed = true</script>' }],
];

/** Answers without any field that the portal knows; `npm test` tries the first two. */
const BARE_ANSWERS: Answers = [
  ['empty', { text: '' }],
  ['__proto__', { text: '{"__proto__":{"data":[]},"constructor":{"prototype":{"data":[]}}}' }],
  ['other fields only', { text: '{"hubs":[],"account":{}}' }],
  ['huge', { text: `{"padding":"${'x'.repeat(5_000_000)}"}` }],
  ['no content', { status: 204 }],
];

/** Answers that say nothing, and are none for calls that have to say something. */
const EMPTY_ANSWERS: Answers = [
  ['no data', { body: { data: null } }],
  ['an empty object', { body: {} }],
  ['no errors', { body: { errors: [] } }],
  ['an unknown code', { body: { code: 4711 } }],
  ['another status below 300', { status: 202, body: {} }],
];

const chosen = (answers: Answers, count: number) => (IS_FULL_RUN ? answers : answers.slice(0, count));

beforeEach(async () => {
  jest.spyOn(console, 'warn').mockReturnValue();
  await startTestSession();
});

const PASSED = { suite: 'Broken bodies, of every call', tried: 1, passed: 1 };

/** An answer about the country without the code of success is a refusal. */
const FAILURE = { name: 'CallError', kind: expect.stringMatching(/^(malformed|refused)$/) };

/** What the call fails with when this is the answer. */
async function failureWith(call: string, run: () => Promise<unknown>, answer: FakeResponse): Promise<unknown> {
  startTestApi({ [call]: answer });
  return await run().then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe.each([...READING_CALLS, ...WRITING_CALLS])('$call', ({ call, run, body, good }) => {
  test('is sent with the bearer and its payload, once [T227]', async () => {
    const requests = startTestApi({ [call]: { body: good } });
    await run();
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ headers: { authorization: 'Bearer access-1' } });
    expect(requests[0]?.body).toEqual(body);
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

describe.each(READING_CALLS)('$call', ({ call, run }) => {
  test.each([...chosen(NO_ENVELOPES, 2), ...chosen(BARE_ANSWERS, 2)])(
    'fails when the answer is malformed: %s [T293]',
    async (_way, answer) => {
      expect(await failureWith(call, run, answer)).toMatchObject(FAILURE);
      expect('data' in {}).toBe(false);
      recordTried(PASSED);
    },
  );

  test.each(chosen(EMPTY_ANSWERS, 1))('fails when the answer has no data: %s [T228]', async (_way, answer) => {
    expect(await failureWith(call, run, answer)).toMatchObject(FAILURE);
  });
});

describe.each(WRITING_CALLS)('$call', ({ call, run }) => {
  test.each(chosen(NO_ENVELOPES, 2))('fails when the answer is malformed: %s', async (_way, answer) => {
    expect(await failureWith(call, run, answer)).toMatchObject(FAILURE);
    recordTried(PASSED);
  });

  test.each([...chosen(BARE_ANSWERS, 2), ...chosen(EMPTY_ANSWERS, 1)])(
    'succeeds when the answer lists no errors: %s',
    async (_way, answer) => {
      startTestApi({ [call]: answer });
      expect(await run()).not.toBe('wrong-password');
      recordTried(PASSED);
    },
  );
});
