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
  ['empty', { text: '' }, ''],
  ['no content', { status: 204 }, ''],
  ['cut', { text: '{"data":[{"serial":"12' }, ''],
  ['not JSON', { text: 'hello' }, ''],
  ['HTML', { text: '<!doctype html><p>Please sign in</p>' }, ''],
  ['null', { text: 'null' }, ''],
  ['an array for the envelope', { body: [wireHub()] }, ''],
  ['another charset', { text: '\uFFFD\uFFFD\u0000{\u0000}' }, ''],
  ['no data', { body: { code: 1 } }, 'data'],
  ['an object for the list', { body: { data: {} } }, 'data'],
  ['null in the list', { body: { data: [null] } }, 'data.0'],
  ['a number for a text', { body: { data: [wireHub(), { ...wireHub(), serial: 4711 }] } }, 'data.1.serial'],
  ['an unknown role', { body: { data: [{ ...wireHub(), role: 'secret-role' }] } }, 'data.0.role'],
  [
    'a day that does not exist',
    { body: { data: [wireHub({ activationTime: '2025-13-45' })] } },
    'data.0.activationTime',
  ],
  ['only __proto__', { text: '{"__proto__":{"data":[]}}' }, 'data'],
];

test.each(MALFORMED)(
  'hubs: %s is malformed; the log names the field without its value',
  async (_what, answer, field) => {
    startTestApi({ 'GET hubs': answer });
    const error: unknown = await getHubs().catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: 'CallError', kind: 'malformed', cause: { path: field } });
    const named = field === '' ? '' : `"${field}": `;
    expect(logged).toEqual([[`GET hubs: ${named}the answer does not have the agreed shape`]]);
  },
);

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
