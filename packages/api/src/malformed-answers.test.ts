import { beforeEach, describe, expect, jest, test } from '@jest/globals';
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
import { startTestApi } from './testing.ts';
import type { FakeResponse } from './testing.ts';

const HUB = { serial: '4711', partNumber: 'PN' };

type TestCall = readonly [call: string, run: () => Promise<unknown>];

/** Calls whose answer has to contain something (specification, section 7). */
const READING_CALLS: readonly TestCall[] = [
  ['GET account/', getAccount],
  ['GET hubs', getHubs],
  ['DELETE hubs/4711+PN/authorization', async () => await releaseHub(HUB)],
  ['PUT account/general', async () => await changeName({ firstName: 'Olivia', lastName: 'Owner' })],
  ['PUT account/country', async () => await changeCountry('de')],
  ['POST account/developer', async () => await becomeDeveloper('https://portal.example.com/terms.pdf')],
  ['GET hc-terms-and-conditions/all?lang=fr', async () => await getCountries('fr')],
  ['GET service-description/url', getServiceDescriptionUrl],
  ['GET account/notifications', getNewsConsent],
  ['PUT account/notifications', async () => await changeNewsConsent(true)],
  ['GET account/staff-access', getStaffAccess],
];

/** Calls that have succeeded unless the answer has another status or lists errors. */
const WRITING_CALLS: readonly TestCall[] = [
  ['PUT account/lastseen', updateLastSeen],
  ['GET account/logout', logOut],
  ['PUT hubs/4711+PN/settings', async () => await changeSharing({ ...HUB, sharing: 'public' })],
  ['GET hubs/4711+PN/release', async () => await requestHubRelease(HUB)],
  ['PUT account/email', async () => await changeEmail({ email: 'new@example.com', password: 'secret-1' })],
  ['PUT account/password', async () => await changePassword({ current: 'secret-1', next: 'secret-2' })],
  ['POST account/destroy', async () => await deleteAccount('secret-1')],
];

/** Answers that no call accepts. The browser tests send two of these for every call, and the others in the full run: `e2e/src/support/malformed.ts`. */
const NO_ENVELOPES: readonly (readonly [way: string, answer: FakeResponse])[] = [
  ['cut', { text: '{"data":[{"serial":"00' }],
  ['not JSON', { text: 'all is well' }],
  ['null', { text: 'null' }],
  ['an array for an object', { text: '[[]]' }],
  ['wrong types', { text: '{"data":42,"code":"many","errors":"none","access_token":1}' }],
  ['in another charset', { text: '{\u0000"\u0000d\u0000a\u0000t\u0000a\u0000"\u0000:\u0000\uFFFD' }],
  ['HTML', { text: '<!doctype html><title>Proxy</title><script>window.executed = true</script>' }],
];

/** Answers without any field that the portal knows. */
const BARE_ANSWERS: readonly (readonly [way: string, answer: FakeResponse])[] = [
  ['empty', { text: '' }],
  ['other fields only', { text: '{"hubs":[],"account":{}}' }],
  ['__proto__', { text: '{"__proto__":{"data":[]},"constructor":{"prototype":{"data":[]}}}' }],
  ['huge', { text: `{"padding":"${'x'.repeat(5_000_000)}"}` }],
  ['no content', { status: 204 }],
];

beforeEach(async () => {
  jest.spyOn(console, 'warn').mockReturnValue();
  await startTestSession();
});

const PASSED = { suite: 'Broken bodies, of every call', tried: 1, passed: 1 };

/** An answer about the country without the code of success is a refusal. */
const FAILURE = { name: 'CallError', kind: expect.stringMatching(/^(malformed|refused)$/) };

describe.each(READING_CALLS)('%s', (call, run) => {
  test.each([...NO_ENVELOPES, ...BARE_ANSWERS])(
    'fails when the answer is malformed: %s [T293]',
    async (_way, answer) => {
      startTestApi({ [call]: answer });
      await expect(run()).rejects.toMatchObject(FAILURE);
      expect('data' in {}).toBe(false);
      recordTried(PASSED);
    },
  );
});

describe.each(WRITING_CALLS)('%s', (call, run) => {
  test.each(NO_ENVELOPES)('fails when the answer is malformed: %s', async (_way, answer) => {
    startTestApi({ [call]: answer });
    await expect(run()).rejects.toMatchObject(FAILURE);
    expect('data' in {}).toBe(false);
    recordTried(PASSED);
  });

  test.each<readonly [way: string, answer: FakeResponse]>([
    ...BARE_ANSWERS,
    ['an empty object', { body: {} }],
    ['no errors', { body: { errors: [] } }],
    ['an unknown code', { body: { code: 4711 } }],
    ['no data', { body: { data: null } }],
    ['another status below 300', { status: 202, body: {} }],
  ])('succeeds when the answer lists no errors: %s', async (_way, answer) => {
    startTestApi({ [call]: answer });
    expect(await run()).not.toBe('wrong-password');
    recordTried(PASSED);
  });

  test('fails when the answer lists an error, or has another status', async () => {
    startTestApi({ [call]: [{ body: { data: {}, errors: [{ code: 4711 }] } }, { status: 500 }] });
    await expect(run()).rejects.toMatchObject({ kind: 'refused', codes: [{ code: 4711 }] });
    await expect(run()).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
