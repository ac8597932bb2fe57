import { expect, test } from '@jest/globals';
import { badRows, oneSentence, refusalOf } from '@portal/node-kit/testing/bad-settings';
import type { BadValues } from '@portal/node-kit/testing/bad-settings';
import { readSettings, SERVICE_SETTINGS } from './settings.ts';

test('without settings, it is on this machine and has the store of the working folder', () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({
    host: 'localhost',
    port: 4400,
    origin: 'http://localhost:4400',
    store: expect.stringMatching(/\/\.portal\/store$/),
    stateFolder: expect.stringMatching(/\/\.portal\/release-service$/),
    metricsUrls: [],
  });
  expect(settings.trustedProxies.isTrusted('127.0.0.1')).toBe(false);
});

test('takes the address of clients, a store elsewhere, and the proxies in front', () => {
  const settings = readSettings({
    HOST: '0.0.0.0',
    RELEASE_PORT: '5500',
    RELEASE_ORIGIN: 'https://releases.example.com',
    STORE: '/srv/store',
    TRUSTED_PROXIES: '10.0.0.1, 192.168.0.0/16, fd00::/8',
    METRICS_URL: 'http://a.example.com:4300/metrics,http://b.example.com:4300/metrics',
  });
  expect(settings).toMatchObject({
    host: '0.0.0.0',
    port: 5500,
    origin: 'https://releases.example.com',
    store: '/srv/store',
    metricsUrls: ['http://a.example.com:4300/metrics', 'http://b.example.com:4300/metrics'],
  });
  expect(settings.trustedProxies.isTrusted('fd00::1')).toBe(true);
});

const BAD: BadValues<typeof SERVICE_SETTINGS> = {
  HOST: ['http://0.0.0.0', 'is "http://0.0.0.0": set it to an address of this machine'],
  RELEASE_PORT: ['service', 'is "service", which is not a port'],
  RELEASE_ORIGIN: ['releases.example.com', 'is "releases.example.com": set it to an origin'],
  PORTAL_STATE: ['/dev/null', 'is "/dev/null": set it to a folder'],
  STORE: ['s3://UPPER', 'is "s3://UPPER": set it to a folder, or "s3://BUCKET/PREFIX"'],
  RELEASE_KEY: ['/nowhere/key.pem', 'is "/nowhere/key.pem", which cannot be read (ENOENT'],
  LOG_KEYS: ['/nowhere/keys', 'is "/nowhere/keys", which cannot be read (ENOENT'],
  TRUSTED_PROXIES: ['localhost', 'contains "localhost": set it to addresses or networks'],
  METRICS_URL: ['a.example.com', 'contains "a.example.com": set it to addresses such as'],
  WATCHER_SETTINGS: ['/nowhere/watcher.json', 'is "/nowhere/watcher.json", which cannot be read: ENOENT'],
  METRICS_HOST: ['-', 'is "-": set it to an address of this machine'],
  RELEASE_METRICS_PORT: ['6000', 'is 6000, a port that browsers block'],
  LOG_FORMAT: ['xml', 'is "xml": set it to "json" or "text"'],
  ACCESS_LOG: ['on', 'is "on": set it to "yes" or "no"'],
  DRAIN_SECONDS: ['301', 'is "301": set it to a whole number from 0 to 300'],
};

test.each(badRows(BAD))('%s=%s is refused in one sentence', (name, value, contains) => {
  const message = refusalOf(SERVICE_SETTINGS, { [name]: value });
  expect(message).toMatch(oneSentence(name));
  expect(message).toContain(contains);
});

test.each(['http://releases.example.com', 'https://releases.example.com/path'])(
  'RELEASE_ORIGIN cannot be %s',
  (text) => {
    expect(() => readSettings({ RELEASE_ORIGIN: text })).toThrow(`RELEASE_ORIGIN is "${text}"`);
  },
);

test('a service that others reach has to be told its origin', () => {
  expect(() => readSettings({ HOST: '10.0.0.5' })).toThrow(
    'RELEASE_ORIGIN is not set, and HOST is "10.0.0.5": set RELEASE_ORIGIN to',
  );
});

test('the metrics cannot be on the port of the service', () => {
  const message = refusalOf(SERVICE_SETTINGS, { RELEASE_PORT: '5500', RELEASE_METRICS_PORT: '5500' });
  expect(message).toBe('RELEASE_PORT and RELEASE_METRICS_PORT are both 5500; they must differ.');
});
