import { expect, test } from '@jest/globals';
import { SettingError } from '@portal/node-kit/settings';
import { badRows, oneSentence, toRefusal } from '@portal/node-kit/testing/bad-settings';
import type { BadValues } from '@portal/node-kit/testing/bad-settings';
import { readTable } from '@portal/node-kit/setting-table';
import { keyFiles } from '../release-log/key-files.ts';
import { openDriver } from './open-driver.ts';
import { storeAddress } from './open-store.ts';
import type { S3_SETTINGS } from './s3/s3-settings.ts';
import { PORTAL_STATE, STORE } from './store-settings.ts';

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'do-not-tell' };

test.each([
  ['/srv/store', '/srv/store'],
  ['s3://releases', 's3://releases'],
  ['s3://releases/', 's3://releases'],
  ['s3://releases/portal/staging/', 's3://releases/portal/staging'],
])('the address %s opens the store in %s', (address, place) => {
  expect(openDriver(address, CREDENTIALS).place).toBe(place);
});

test.each([
  ['s3://', {}],
  ['s3://UPPER/x', {}],
  ['s3://releases/../other', {}],
  ['s3://releases/a?b', {}],
  ['https://store.example.com', {}],
  ['s3:/releases', {}],
  ['s3:releases', {}],
  ['file:/srv/store', {}],
  ['s3://AKIAKEY:do-not-tell@releases/x', {}],
  ['s3://releases', { AWS_ACCESS_KEY_ID: '' }],
  ['s3://releases', { AWS_SECRET_ACCESS_KEY: ' ' }],
  ['s3://releases', { S3_ENDPOINT: 's3.example.com' }],
  ['s3://releases', { S3_ENDPOINT: 'https://key:do-not-tell@s3.example.com' }],
  ['s3://releases', { S3_ENDPOINT: 'http://far.example' }],
])('the address %s with %j is refused, and no secret is told', (address, settings) => {
  const open = () => openDriver(address, { ...CREDENTIALS, ...settings });
  expect(open).toThrow(SettingError);
  expect(open).toThrow(Object.keys(settings)[0] ?? 's3://BUCKET/PREFIX');
  expect(open).not.toThrow('do-not-tell');
});

test('the store of a server is STORE, else a folder of the state', () => {
  expect(storeAddress({ STORE: 's3://releases', PORTAL_STATE: '/state' })).toBe('s3://releases');
  expect(storeAddress({ STORE: '', PORTAL_STATE: '/state' })).toBe('/state/store');
  expect(storeAddress({})).toMatch(/\/\.portal\/store$/);
});

test('blanks at the ends of a variable are no part of it, for the store as for the keys', () => {
  const environment = { STORE: ' ', PORTAL_STATE: '/state ', RELEASE_KEY: ' /key.pem', LOG_KEYS: ' ' };
  expect(readTable({ STORE, PORTAL_STATE }, environment)).toEqual({ STORE: '/state/store', PORTAL_STATE: '/state' });
  expect(storeAddress({ STORE: ' /store ' })).toBe('/store');
  expect(keyFiles(environment)).toEqual({ key: '/key.pem', trusted: '/state/trusted-keys', isMade: false });
  expect(keyFiles({ PORTAL_STATE: ' ', RELEASE_KEY: ' ' })).toMatchObject({
    key: expect.stringMatching(/\/\.portal\/release-key\.pem$/),
    isMade: true,
  });
});

test('a password in STORE is refused, and not shown', () => {
  const message = toRefusal({ STORE }, { STORE: 's3://AKIAKEY:do-not-tell@releases/x', ...CREDENTIALS });
  expect(message).toMatch(oneSentence('STORE'));
  expect(message).not.toContain('do-not-tell');
});

const BAD: BadValues<typeof S3_SETTINGS> = {
  AWS_ACCESS_KEY_ID: '',
  AWS_SECRET_ACCESS_KEY: '',
  AWS_SESSION_TOKEN: null,
  AWS_REGION: 'eu/central',
  S3_ENDPOINT: 'ftp://s3.example.com',
};

test.each(badRows(BAD))('%s=%s is refused in one sentence', (name, value) => {
  expect(toRefusal({ STORE }, { STORE: 's3://releases', ...CREDENTIALS, [name]: value })).toMatch(oneSentence(name));
});
