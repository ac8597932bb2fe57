import { describe, expect, test } from '@jest/globals';
import { readSettings } from './settings.ts';

test('without settings, it is on this machine and has the store of the working folder', () => {
  expect(readSettings({})).toMatchObject({
    port: 4400,
    origin: 'http://localhost:4400',
    store: expect.stringMatching(/\/\.portal\/store$/),
    stateFolder: expect.stringMatching(/\/\.portal\/release-service$/),
    metricsUrls: [],
    trustedProxies: [],
  });
});

test('takes the address of clients, a store elsewhere, and the proxies in front', () => {
  const environment = {
    RELEASE_PORT: '5500',
    RELEASE_ORIGIN: 'https://releases.example.com',
    STORE: 's3://releases/production',
    TRUSTED_PROXIES: '10.0.0.1, 192.168.0.0/16, fd00::/8',
    METRICS_URL: 'http://a.example.com:4300/metrics,http://b.example.com:4300/metrics',
  };
  expect(readSettings(environment)).toMatchObject({
    port: 5500,
    origin: 'https://releases.example.com',
    store: 's3://releases/production',
    trustedProxies: ['10.0.0.1', '192.168.0.0/16', 'fd00::/8'],
    metricsUrls: ['http://a.example.com:4300/metrics', 'http://b.example.com:4300/metrics'],
  });
});

describe('a setting that cannot be used names its variable:', () => {
  test.each([
    ['RELEASE_PORT', 'service'],
    ['RELEASE_ORIGIN', 'releases.example.com'],
    ['RELEASE_ORIGIN', 'http://releases.example.com'],
    ['RELEASE_ORIGIN', 'https://releases.example.com/path'],
    ['TRUSTED_PROXIES', 'localhost'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.0/'],
    ['METRICS_URL', 'a.example.com'],
  ])('%s=%s', (variable, value) => {
    expect(() => readSettings({ [variable]: value })).toThrow(variable);
  });
});
