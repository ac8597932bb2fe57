import { beforeEach, expect, jest, test } from '@jest/globals';
import { startTestSession } from '@portal/session/testing';
import { getAccount } from './calls/get-account.ts';
import { getHubs } from './calls/get-hubs.ts';
import { startTestApi } from './testing.ts';

beforeEach(async () => {
  jest.spyOn(console, 'warn').mockReturnValue();
  await startTestSession();
});

const ACCOUNT = {
  firstname: 'Olivia',
  lastname: 'Owner',
  email: 'owner@example.com',
  roles: ['developer'],
  isBosch: true,
};

test.each([
  ['firstname', [null, undefined, '', -1, 1.5, {}], { firstName: '' }],
  ['firstname', [42], { firstName: '42' }],
  ['lastname', [null, undefined, '', []], { lastName: '' }],
  ['email', [null, undefined, '', true], { email: '' }],
  ['roles', [null, undefined, []], { roles: [] }],
  ['isBosch', [null, undefined, false], { usesSingleSignOn: false }],
  ['language', [null, undefined, 7], { language: null }],
  ['lastSeen', [null, undefined, 'yesterday'], { lastSeen: null }],
])('nobody is locked out by "%s" of %j', async (field, values, expected) => {
  for (const value of values) {
    startTestApi({ 'GET account/': { body: { data: { ...ACCOUNT, [field]: value } } } });
    expect(await getAccount()).toMatchObject(expected);
  }
});

const HUB = {
  serial: '0042',
  partNumber: 'EB130',
  activationTime: '2024-05-01T10:00:00Z',
  sharingMode: 'public',
  type: 'HUB',
  role: 'owner',
};

test.each([
  ['serial', [42], { serial: '42' }],
  ['partNumber', [130_000_001], { partNumber: '130000001' }],
  ['partNumber', [1.5, -1, 2 ** 60, null], { partNumber: undefined }],
  ['activationTime', ['0001-01-01T00:00:00', 0, '2009-12-31T23:59:59Z', null], { activatedAt: undefined }],
  ['activationTime', ['2010-01-01T00:00:00Z'], { activatedAt: new Date('2010-01-01T00:00:00Z') }],
])('a hub with "%s" of %j is read', async (field, values, expected) => {
  for (const value of values) {
    startTestApi({ 'GET hubs': { body: { data: [{ ...HUB, [field]: value }] } } });
    expect(await getHubs()).toMatchObject([expected]);
  }
});
