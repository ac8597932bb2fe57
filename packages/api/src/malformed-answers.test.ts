import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTestSession } from '@portal/session/testing';
import { becomeDeveloper } from './calls/become-developer.ts';
import { changeCountry } from './calls/change-country.ts';
import { changeEmail } from './calls/change-email.ts';
import { changeName } from './calls/change-name.ts';
import { changeSharing } from './calls/change-sharing.ts';
import { deleteAccount } from './calls/delete-account.ts';
import { getAccount } from './calls/get-account.ts';
import { getCountries } from './calls/get-countries.ts';
import { getHubs } from './calls/get-hubs.ts';
import { getServiceDescriptionUrl } from './calls/get-service-description-url.ts';
import { releaseHub } from './calls/release-hub.ts';
import { requestHubRelease } from './calls/request-hub-release.ts';
import { startTestApi } from './testing.ts';
import type { FakeResponse } from './testing.ts';

const HUB = { serial: '4711', partNumber: 'PN' };
/** Every call whose answer decides what happens next; nothing depends on those of `account/lastseen` and `account/logout`. */
const CALLS: readonly (readonly [call: string, run: () => Promise<unknown>])[] = [
  ['GET account/', getAccount],
  ['GET hubs', getHubs],
  ['PUT hubs/4711+PN/settings', async () => await changeSharing({ ...HUB, sharing: 'public' })],
  ['DELETE hubs/4711+PN/authorization', async () => await releaseHub(HUB)],
  ['GET hubs/4711+PN/release', async () => await requestHubRelease(HUB)],
  ['PUT account/general', async () => await changeName({ firstName: 'Olivia', lastName: 'Owner' })],
  ['PUT account/country', async () => await changeCountry('de')],
  ['PUT account/email', async () => await changeEmail({ email: 'new@example.com', password: 'secret-1' })],
  ['POST account/destroy', async () => await deleteAccount('secret-1')],
  ['POST account/developer', async () => await becomeDeveloper('https://portal.example.com/terms.pdf')],
  ['GET hc-terms-and-conditions/all?lang=fr', async () => await getCountries('fr')],
  ['GET service-description/url', getServiceDescriptionUrl],
];

/** The browser tests send two of these for every call, and the others in the full run: `e2e/src/support/malformed.ts`. */
const WAYS: readonly (readonly [way: string, answer: FakeResponse])[] = [
  ['empty', { text: '' }],
  ['cut', { text: '{"data":[{"serial":"00' }],
  ['not JSON', { text: 'all is well' }],
  ['null', { text: 'null' }],
  ['an array for an object', { text: '[[]]' }],
  ['wrong types', { text: '{"data":42,"code":"many","errors":"none","access_token":1}' }],
  ['other fields only', { text: '{"hubs":[],"account":{}}' }],
  ['__proto__', { text: '{"__proto__":{"data":[]},"constructor":{"prototype":{"data":[]}}}' }],
  ['huge', { text: `{"padding":"${'x'.repeat(5_000_000)}"}` }],
  ['in another charset', { text: '{\u0000"\u0000d\u0000a\u0000t\u0000a\u0000"\u0000:\u0000\uFFFD' }],
  ['HTML', { text: '<!doctype html><title>Proxy</title><script>window.executed = true</script>' }],
  ['no content', { status: 204 }],
];

beforeEach(async () => {
  jest.spyOn(console, 'warn').mockReturnValue();
  await startTestSession();
});

describe.each(CALLS)('%s', (call, run) => {
  test.each(WAYS)('fails when the answer is malformed: %s', async (_way, answer) => {
    startTestApi({ [call]: answer });
    const error: unknown = await run().catch((cause: unknown) => cause);
    // An answer about the country without the code of success is a refusal.
    expect(error).toMatchObject({ name: 'CallError', kind: expect.stringMatching(/^(malformed|refused)$/) });
    expect('data' in {}).toBe(false);
  });
});
