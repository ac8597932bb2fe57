import { expect, test } from '@jest/globals';
import { badRows, oneSentence, toRefusal } from '@portal/node-kit/testing/bad-settings';
import type { BadValues } from '@portal/node-kit/testing/bad-settings';
import { CONSOLE_SETTINGS, readSettings } from './settings.ts';

test('the defaults match "npm start"', () => {
  expect(readSettings({ PORTAL_STATE: '/state' })).toMatchObject({
    host: 'localhost',
    port: 4200,
    origin: 'http://localhost:4200',
    store: '/state/store',
    issuer: 'http://localhost:4100/identity',
    clientId: 'release-console',
    metricsUrls: [],
  });
});

test('the page says which identity provider a checkout takes, and that a package takes none', () => {
  const { issuer } = readSettings({ PORTAL_STATE: '/state' });
  expect(CONSOLE_SETTINGS.IDENTITY_ISSUER.default).toContain(`\`${issuer}\``);
  expect(CONSOLE_SETTINGS.IDENTITY_ISSUER.default).toContain('package');
});

test('every setting can be set', () => {
  const environment = {
    CONSOLE_PORT: '8080',
    CONSOLE_ORIGIN: 'https://releases.example.com/',
    IDENTITY_ISSUER: 'https://identity.example.com/',
    CONSOLE_CLIENT_ID: 'releases',
    METRICS_URL: 'http://10.0.0.1:4300/metrics, http://10.0.0.2:4300/metrics',
    STORE: 's3://releases/portal',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
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

const BAD: BadValues<typeof CONSOLE_SETTINGS> = {
  HOST: 'a b',
  CONSOLE_PORT: 'http',
  CONSOLE_ORIGIN: 'localhost',
  IDENTITY_ISSUER: 'identity.example.com',
  CONSOLE_CLIENT_ID: null,
  RELEASE_SERVICE: 'http://releases.example.com',
  PORTAL_STATE: '/dev/null',
  STORE: 'https://store.example.com',
  RELEASE_KEY: '/nowhere/key.pem',
  LOG_KEYS: '/nowhere/keys',
  TRUSTED_PROXIES: '*',
  METRICS_URL: 'http://10.0.0.1:4300/metrics,file:///etc/passwd',
  METRICS_PORT: '6000',
  WATCHER_SETTINGS: '/nowhere/watcher.json',
  METRICS_HOST: '-',
  CONSOLE_METRICS_PORT: '65536',
  LOG_FORMAT: 'xml',
  ACCESS_LOG: 'on',
  DRAIN_SECONDS: '301',
};

test.each(badRows(BAD))('%s=%s is refused in one sentence [T404]', (name, value) => {
  expect(toRefusal(CONSOLE_SETTINGS, { [name]: value })).toMatch(oneSentence(name));
});

test.each(['http://idp.example.com', 'https://*', 'https://idp.example.com/?tenant=1'])(
  'IDENTITY_ISSUER cannot be %s',
  (text) => {
    expect(() => readSettings({ IDENTITY_ISSUER: text })).toThrow('IDENTITY_ISSUER ');
  },
);

test.each([
  'http://operator:hunter2@10.0.0.5:4300/metrics',
  'http://10.0.0.5:4300/metrics?token=hunter2',
  'http://10.0.0.5:4300/metrics#hunter2',
])('METRICS_URL takes nothing secret, because everybody who may read the store is shown it: %s', (text) => {
  const message = toRefusal(CONSOLE_SETTINGS, { METRICS_URL: `http://10.0.0.4:4300/metrics, ${text}` });
  expect(message).toMatch(oneSentence('METRICS_URL'));
  expect(message).not.toContain('hunter2');
});

test.each(
  badRows(BAD).filter(([name]) =>
    CONSOLE_SETTINGS[name as keyof typeof BAD].description.startsWith('without `RELEASE_SERVICE`'),
  ),
)('a console with a release service does not look at %s=%s', (name, value) => {
  const RELEASE_SERVICE = 'https://releases.example.com';
  expect(() => readSettings({ RELEASE_SERVICE, [name]: value })).not.toThrow();
});

test('a console with a release service does not mind keys of a store on S3 that lack their half', () => {
  const environment = {
    AWS_SECRET_ACCESS_KEY: 'secret',
    HOST: '0.0.0.0',
    CONSOLE_ORIGIN: 'https://console.example.com',
    IDENTITY_ISSUER: 'https://identity.example.com',
    STORE: 's3://releases/portal',
  };
  expect(() => readSettings(environment)).toThrow('AWS_ACCESS_KEY_ID ');
  const RELEASE_SERVICE = 'https://releases.example.com';
  expect(readSettings({ ...environment, RELEASE_SERVICE })).toMatchObject({
    service: RELEASE_SERVICE,
    metricsUrls: [],
  });
});

test('the port of the development backend is checked, too', () => {
  expect(() => readSettings({ BACKEND_PORT: '-1' })).toThrow('BACKEND_PORT is "-1"');
});

test('a console that others reach has to be told its origin and its identity provider', () => {
  const HOST = '0.0.0.0';
  expect(() => readSettings({ HOST })).toThrow(/^CONSOLE_ORIGIN .*HOST/);
  const CONSOLE_ORIGIN = 'https://releases.example.com';
  expect(() => readSettings({ HOST, CONSOLE_ORIGIN })).toThrow(/^IDENTITY_ISSUER .*HOST/);
});
