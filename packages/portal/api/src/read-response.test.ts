import { beforeEach, expect, jest, test } from '@jest/globals';
import { startTestSession } from '@portal/session/testing';
import { getAccount } from './calls/get-account.ts';
import { getHubs } from './calls/get-hubs.ts';
import { startTestApi, wireAccount, wireHub } from './testing.ts';
import type { FakeResponse } from './testing.ts';

let logged: unknown[][] = [];
beforeEach(async () => {
  logged = [];
  jest.spyOn(console, 'warn').mockImplementation((...line: unknown[]) => {
    logged.push(line);
  });
  await startTestSession();
});

const MALFORMED: readonly [string, FakeResponse, string][] = [
  ['cut', { text: '{"data":[{"serial":"12' }, ''],
  ['an object for the list', { body: { data: {} } }, 'data'],
  ['a list of other things', { body: { data: [{ ...wireHub(), serial: 47.11 }, 'hub'] } }, 'data'],
];

test.each(MALFORMED)(
  'hubs: %s is malformed; the log names the field without its value',
  async (_what, answer, field) => {
    startTestApi({ 'GET hubs': answer });
    const error: unknown = await getHubs().catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: 'CallError', kind: 'malformed', cause: { path: field } });
    const named = field === '' ? '' : `"${field}": `;
    expect(logged.at(-1)).toEqual([`GET hubs: ${named}the answer does not have the agreed shape`]);
  },
);

test.each([
  ['partNumber', -7, { partNumber: undefined }],
  ['activationTime', '2025-13-45', { activatedAt: undefined }],
  ['activationTime', undefined, { activatedAt: undefined }],
  ['sharingMode', 'secret-mode', { sharing: 'unknown' }],
  ['type', ['secret-type'], { type: 'unknown' }],
  ['role', 'secret-role', { role: 'unknown' }],
])('a hub keeps its other fields when its %s is %j; the log names the field alone', async (field, value, expected) => {
  startTestApi({ 'GET hubs': { body: { data: [wireHub()] } } });
  const [good] = await getHubs();
  startTestApi({ 'GET hubs': { body: { data: [wireHub(), { ...wireHub(), [field]: value }] } } });
  expect(await getHubs()).toEqual([good, { ...good, ...expected }]);
  expect(logged).toEqual([[`GET hubs: "${field}" cannot be read`]]);
});

test('a hub without a serial is left out, and the log tells how many are', async () => {
  const odd = [{ ...wireHub(), serial: -4711 }, { ...wireHub(), serial: '' }, null];
  startTestApi({ 'GET hubs': { body: { data: [odd[0], wireHub(), odd[1], odd[2]] } } });
  expect((await getHubs()).map(({ serial }) => serial)).toEqual(['0012345678']);
  expect(logged).toEqual([['GET hubs: 3 of 4 hubs have no serial and are left out']]);
});

test.each([
  ['lastSeen', 'yesterday'],
  ['lastSeen', { day: 1 }],
  ['language', 7],
  ['country', ['de']],
])('an account is read although its %s is %j', async (field, value) => {
  startTestApi({ 'GET account/': { body: { data: { ...wireAccount(), [field]: value } } } });
  expect(await getAccount()).toMatchObject({ firstName: 'Olivia', [field]: null });
  expect(logged).toEqual([[`GET account/: "${field}" cannot be read`]]);
});

test('unknown fields are ignored', async () => {
  startTestApi({ 'GET hubs': { body: { data: [{ ...wireHub(), colour: 'red' }], page: 1 } } });
  const [hub] = await getHubs();
  expect(hub).not.toHaveProperty('colour');
});

test('neither the log nor the error contains anything from a malformed body', async () => {
  startTestApi({
    'GET account/': {
      body: { data: wireAccount({ email: 'private@example.com', firstname: 'Xaver' }), code: 'private' },
    },
  });
  const error: unknown = await getAccount().catch((cause: unknown) => cause);
  const reported =
    [error, error instanceof Error ? error.cause : undefined].map(String).join() + JSON.stringify(logged);
  expect(reported).toContain('"code"');
  expect(reported).not.toMatch(/private|Xaver/);
});
