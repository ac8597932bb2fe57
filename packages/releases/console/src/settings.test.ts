import { expect, test } from '@jest/globals';
import { badRows, oneSentence, refusalOf } from '@portal/node-kit/testing/bad-settings';
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
  HOST: ['a b', 'is "a b": set it to an address of this machine'],
  CONSOLE_PORT: ['http', 'is "http", which is not a port'],
  CONSOLE_ORIGIN: ['localhost', 'is "localhost": set it to an origin'],
  IDENTITY_ISSUER: ['identity.example.com', 'is "identity.example.com": set it to an address'],
  CONSOLE_CLIENT_ID: null,
  RELEASE_SERVICE: [
    'http://releases.example.com',
    'is "http://releases.example.com": set it to the address of a release',
  ],
  PORTAL_STATE: ['/dev/null', 'is "/dev/null": set it to a folder'],
  STORE: ['https://store.example.com', 'is "https://store.example.com": set it to a folder'],
  RELEASE_KEY: ['/nowhere/key.pem', 'is "/nowhere/key.pem", which cannot be read (ENOENT'],
  LOG_KEYS: ['/nowhere/keys', 'is "/nowhere/keys", which cannot be read (ENOENT'],
  TRUSTED_PROXIES: ['*', 'contains "*": set it to addresses or networks'],
  METRICS_URL: [
    'http://10.0.0.1:4300/metrics,file:///etc/passwd',
    'contains "file:///etc/passwd": set it to addresses',
  ],
  METRICS_PORT: ['6000', 'is 6000, a port that browsers block'],
  WATCHER_SETTINGS: ['/nowhere/watcher.json', 'is "/nowhere/watcher.json", which cannot be read: ENOENT'],
  METRICS_HOST: ['-', 'is "-": set it to an address of this machine'],
  CONSOLE_METRICS_PORT: ['65536', 'is "65536", which is not a port'],
  LOG_FORMAT: ['xml', 'is "xml": set it to "json" or "text"'],
  ACCESS_LOG: ['on', 'is "on": set it to "yes" or "no"'],
  DRAIN_SECONDS: ['301', 'is "301": set it to a whole number from 0 to 300'],
};

test.each(badRows(BAD))('%s=%s is refused in one sentence [T404]', (name, value, contains) => {
  const message = refusalOf(CONSOLE_SETTINGS, { [name]: value });
  expect(message).toMatch(oneSentence(name));
  expect(message).toContain(contains);
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
  const message = refusalOf(CONSOLE_SETTINGS, { METRICS_URL: `http://10.0.0.4:4300/metrics, ${text}` });
  expect(message).toMatch(oneSentence('METRICS_URL'));
  expect(message).not.toContain('hunter2');
});

test.each(
  badRows(BAD).filter(([name]) =>
    CONSOLE_SETTINGS[name as keyof typeof BAD].means.startsWith('without `RELEASE_SERVICE`'),
  ),
)('a console with a release service does not look at %s=%s', (name, value) => {
  const RELEASE_SERVICE = 'https://releases.example.com';
  expect(() => readSettings({ RELEASE_SERVICE, [name]: value })).not.toThrow();
});

test('a console with a release service needs no keys of a store on S3', () => {
  const environment = {
    HOST: '0.0.0.0',
    CONSOLE_ORIGIN: 'https://console.example.com',
    IDENTITY_ISSUER: 'https://identity.example.com',
    STORE: 's3://releases/portal',
  };
  expect(() => readSettings(environment)).toThrow('AWS_ACCESS_KEY_ID is not set');
  const RELEASE_SERVICE = 'https://releases.example.com';
  expect(readSettings({ ...environment, RELEASE_SERVICE })).toMatchObject({
    service: RELEASE_SERVICE,
    metricsUrls: [],
  });
});

test('the port of the development backend is checked, too', () => {
  expect(() => readSettings({ BACKEND_PORT: '-1' })).toThrow('BACKEND_PORT is "-1", which is not a port');
});

test('a console that others reach has to be told its origin and its identity provider', () => {
  const HOST = '0.0.0.0';
  expect(() => readSettings({ HOST })).toThrow('CONSOLE_ORIGIN is not set, and HOST is "0.0.0.0"');
  const CONSOLE_ORIGIN = 'https://releases.example.com';
  expect(() => readSettings({ HOST, CONSOLE_ORIGIN })).toThrow('IDENTITY_ISSUER is not set, and HOST is "0.0.0.0"');
});
