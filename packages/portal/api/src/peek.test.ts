import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { session, startSession } from '@portal/session';
import { signedInBrowser } from '@portal/session/testing';
import { getAccount } from './calls/get-account.ts';
import { getHubs, peekHubs } from './calls/get-hubs.ts';
import { fakeFetch, TEST_API, toResponse, wireAccount, wireHub } from './testing.ts';
import { startApi } from './transport.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The client of a page whose early read of the hubs has been answered with `text`. */
async function start(text: string | undefined) {
  const { fetch, requests } = fakeFetch({
    'GET account/': { body: { data: wireAccount() } },
    'GET hubs': { body: { data: [wireHub({ serial: 'later' })] } },
  });
  startSession({ cookieDomain: null, environment: signedInBrowser().tab(), loadAccount: getAccount });
  startApi({
    baseUrl: TEST_API,
    fetch,
    now: () => Date.now(),
    earlyReads: text === undefined ? {} : { hubs: Promise.resolve(toResponse({ text })) },
    earlyTexts: text === undefined ? {} : { hubs: text },
  });
  await session.check();
  return { asked: () => requests.map(({ path }) => path).filter((path) => path === 'hubs') };
}

const TEXT = JSON.stringify({ data: [wireHub({ serial: 'early' })] });
const serials = (hubs: readonly { readonly serial: string }[] | undefined) => hubs?.map(({ serial }) => serial);

test('a first rendering shows what the page has read, and the call that follows asks nobody', async () => {
  const { asked } = await start(TEXT);
  expect(serials(peekHubs())).toEqual(['early']);
  expect(peekHubs()).toBe(peekHubs());
  expect(serials(await getHubs())).toEqual(['early']);
  expect(asked()).toEqual([]);
});

test('it is shown once: what comes later is asked for', async () => {
  const { asked } = await start(TEXT);
  await getHubs();
  expect(peekHubs()).toBeUndefined();
  expect(serials(await getHubs())).toEqual(['later']);
  expect(asked()).toEqual(['hubs']);
});

test('nobody is shown what is older than ten seconds', async () => {
  await start(TEXT);
  peekHubs();
  await jest.advanceTimersByTimeAsync(10_001);
  expect(peekHubs()).toBeUndefined();
  expect(serials(await getHubs())).toEqual(['later']);
});

test('the next user is not shown what the last one has read', async () => {
  await start(TEXT);
  peekHubs();
  session.end('ended');
  expect(peekHubs()).toBeUndefined();
});

test.each([
  ['nothing', undefined],
  ['no JSON', '<html>'],
  ['a refusal', JSON.stringify({ data: [wireHub()], errors: [{ code: 1 }] })],
  ['another shape', JSON.stringify({ data: 'none' })],
])('%s is not shown', async (_, text) => {
  await start(text);
  expect(peekHubs()).toBeUndefined();
});
