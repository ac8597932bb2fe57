import { expect, test } from '@jest/globals';
import { badRows, oneSentence, toRefusal } from '@portal/node-kit/testing/bad-settings';
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
  HOST: 'http://0.0.0.0',
  RELEASE_PORT: 'service',
  RELEASE_ORIGIN: 'releases.example.com',
  PORTAL_STATE: '/dev/null',
  STORE: 's3://UPPER',
  RELEASE_KEY: '/nowhere/key.pem',
  LOG_KEYS: '/nowhere/keys',
  TRUSTED_PROXIES: 'localhost',
  METRICS_URL: 'a.example.com',
  WATCHER_SETTINGS: '/nowhere/watcher.json',
  METRICS_HOST: '-',
  RELEASE_METRICS_PORT: '6000',
  LOG_FORMAT: 'xml',
  ACCESS_LOG: 'on',
  DRAIN_SECONDS: '301',
};

test.each(badRows(BAD))('%s=%s is refused in one sentence', (name, value) => {
  expect(toRefusal(SERVICE_SETTINGS, { [name]: value })).toMatch(oneSentence(name));
});

test.each(['http://releases.example.com', 'https://releases.example.com/path'])(
  'RELEASE_ORIGIN cannot be %s',
  (text) => {
    expect(() => readSettings({ RELEASE_ORIGIN: text })).toThrow(`RELEASE_ORIGIN is "${text}"`);
  },
);

test('a service that others reach has to be told its origin', () => {
  expect(() => readSettings({ HOST: '10.0.0.5' })).toThrow(/^RELEASE_ORIGIN .*HOST/);
});

test('the metrics cannot be on the port of the service', () => {
  const message = toRefusal(SERVICE_SETTINGS, { RELEASE_PORT: '5500', RELEASE_METRICS_PORT: '5500' });
  expect(message).toMatch(/^RELEASE_PORT and RELEASE_METRICS_PORT .*5500/);
});
