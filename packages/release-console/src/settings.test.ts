import { expect, test } from '@jest/globals';
import { SettingError } from '@portal/node-kit/settings';
import { readSettings } from './settings.ts';

test('the defaults match "npm start"', () => {
  expect(readSettings({ PORTAL_STATE: '/state' })).toEqual({
    port: 4200,
    origin: 'http://localhost:4200',
    store: '/state/store',
    issuer: 'http://localhost:4100/identity',
    clientId: 'release-console',
    metricsUrls: [],
  });
});

test('every setting can be set', () => {
  const environment = {
    CONSOLE_PORT: '8080',
    CONSOLE_ORIGIN: 'https://releases.example.com/',
    IDENTITY_ISSUER: 'https://identity.example.com/',
    CONSOLE_CLIENT_ID: 'releases',
    METRICS_URL: 'http://10.0.0.1:4300/metrics, http://10.0.0.2:4300/metrics',
    STORE: 's3://releases/portal',
  };
  expect(readSettings(environment)).toMatchObject({
    port: 8080,
    origin: 'https://releases.example.com',
    issuer: 'https://identity.example.com',
    clientId: 'releases',
    store: 's3://releases/portal',
    metricsUrls: ['http://10.0.0.1:4300/metrics', 'http://10.0.0.2:4300/metrics'],
  });
  expect(readSettings({ METRICS_PORT: '4363' }).metricsUrls).toEqual(['http://127.0.0.1:4363/metrics']);
});

test.each([
  [{ CONSOLE_PORT: 'http' }, 'CONSOLE_PORT is "http", which is not a port.'],
  [{ BACKEND_PORT: '-1' }, 'BACKEND_PORT is "-1", which is not a port.'],
  [{ METRICS_PORT: '6000' }, 'METRICS_PORT is 6000, a port that browsers block.'],
  [
    { CONSOLE_ORIGIN: 'localhost' },
    'CONSOLE_ORIGIN must be an address such as "https://example.com", and is "localhost".',
  ],
  [{ METRICS_URL: 'http://10.0.0.1:4300/metrics,file:///etc/passwd' }, 'METRICS_URL must be an address'],
])('%j is refused, with the name of the variable', (environment, message) => {
  expect(() => readSettings(environment)).toThrow(SettingError);
  expect(() => readSettings(environment)).toThrow(message);
});
