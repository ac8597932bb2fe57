import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SettingError } from '@portal/node-kit/settings';
import { badRows, oneSentence, toRefusal } from '@portal/node-kit/testing/bad-settings';
import type { BadValues } from '@portal/node-kit/testing/bad-settings';
import { localConfig } from './local-config.ts';
import { readSettings, WEB_SERVER_SETTINGS } from './settings.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-web-settings-'));
});
afterAll(() => rm(folder, { recursive: true }));

const read = (environment: Readonly<Record<string, string>> = {}) =>
  readSettings({ PORTAL_STATE: folder, ...environment });

test('without settings it is on this machine, for the development backend', () => {
  expect(read()).toMatchObject({
    config: localConfig(4100, 4000),
    host: 'localhost',
    port: 4000,
    metricsHost: '127.0.0.1',
    metricsPort: 4300,
    store: { place: join(folder, 'store') },
    stateFolder: join(folder, 'web-server'),
    cacheFolder: undefined,
    hostOrigins: [],
    assetOrigin: '',
    overrideOrigins: [],
    hstsSubdomains: false,
    visitKey: undefined,
    brotliQuality: 11,
    logFormat: 'json',
    accessLog: true,
    drainMs: 0,
  });
});

test('copies of a store on S3 are kept, unless STORE_CACHE says "no"; the folder of the state may then be missing', () => {
  const far = {
    PORTAL_STATE: join(folder, 'new'),
    STORE: 's3://releases/portal',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  expect(read(far).cacheFolder).toBe(join(folder, 'new', 'web-server', 'cache'));
  expect(read({ ...far, STORE_CACHE: 'no' }).cacheFolder).toBeUndefined();
  expect(read({ STORE_CACHE: 'yes' }).cacheFolder).toBe(join(folder, 'web-server', 'cache'));
});

const BAD: BadValues<typeof WEB_SERVER_SETTINGS> = {
  PORTAL_CONFIG: '/nowhere/config.json',
  HOST: 'a b',
  PORTAL_PORT: '0',
  METRICS_HOST: '-',
  METRICS_PORT: '6000',
  PORTAL_STATE: '/nowhere/at/all',
  STORE: 'ftp://store',
  STORE_CACHE: 'true',
  LOG_KEYS: '/nowhere/keys',
  TRUSTED_PROXIES: '10.0.0.0/33',
  HOST_ORIGINS: 'https://shop.example.com/',
  ASSET_ORIGIN: 'http://cdn.example.net',
  OVERRIDE_ORIGINS: 'http://dev.example.com',
  HSTS_SUBDOMAINS: '1',
  VISIT_KEY: 'too-short',
  BROTLI_QUALITY: '12',
  LOG_FORMAT: 'xml',
  ACCESS_LOG: 'on',
  DRAIN_SECONDS: '-1',
};

test.each(badRows(BAD))('%s=%s is refused in one sentence', (name, value) => {
  expect(toRefusal(WEB_SERVER_SETTINGS, { PORTAL_STATE: folder, [name]: value })).toMatch(oneSentence(name));
});

test('the refusal of VISIT_KEY does not show it', () => {
  expect(toRefusal(WEB_SERVER_SETTINGS, { PORTAL_STATE: folder, VISIT_KEY: 'too-short' })).not.toContain('too-short');
});

test.each(['shop.example.com', '*', 'null', 'https://*.example.com'])('HOST_ORIGINS cannot be "%s"', (text) => {
  expect(() => read({ HOST_ORIGINS: text })).toThrow(SettingError);
});

test('OVERRIDE_ORIGINS names origins with https, and those of this machine with http', () => {
  const origins = ['http://localhost:4000', 'http://127.0.0.1:4000', 'https://anna.dev.example.com'];
  expect(read({ OVERRIDE_ORIGINS: origins.join(', ') })).toMatchObject({ overrideOrigins: origins });
});

test.each([
  '*',
  'null',
  'localhost:4000',
  'http://localhost:4000/',
  'http://LOCALHOST:4000',
  'http://localhost.:4000',
  'http://localhost.example.com:4000',
  'http://*:4000',
  'http://[::1]:4000',
  'http://192.168.0.7:4000',
  'https://*.example.com',
  "https://a.example.com;script-src'self'",
  'https://anna:hunter2@dev.example.com',
  'data:text/javascript,alert(1)',
])('OVERRIDE_ORIGINS cannot be "%s"', (text) => {
  const refused = toRefusal(WEB_SERVER_SETTINGS, { PORTAL_STATE: folder, OVERRIDE_ORIGINS: text });
  expect(refused).toMatch(oneSentence('OVERRIDE_ORIGINS'));
  expect(refused).not.toContain('hunter2');
});

test('a web server that others reach has to be told its configuration', () => {
  expect(() => read({ HOST: '0.0.0.0' })).toThrow(/^PORTAL_CONFIG .*HOST/);
});

test('the metrics have a port of their own', () => {
  expect(() => read({ METRICS_PORT: '4000' })).toThrow(/^PORTAL_PORT and METRICS_PORT .*4000/);
});

test('the file of trusted keys is read before it is needed', async () => {
  const file = join(folder, 'keys');
  await writeFile(file, '# the operator’s\nnot-a-key\n');
  expect(toRefusal(WEB_SERVER_SETTINGS, { PORTAL_STATE: folder, LOG_KEYS: file })).toMatch(oneSentence('LOG_KEYS'));
});

describe('what PORTAL_CONFIG names is refused with the key and its value:', () => {
  const { apiBaseUrl: _, ...incomplete } = { ...(localConfig(4100, 4000) as Record<string, unknown>) };
  test.each([
    ['{', 'JSON'],
    ['7', '7'],
    [{ ...incomplete }, '"apiBaseUrl"'],
    [{ ...incomplete, apiBaseUrl: 'http://api' }, '"apiBaseUrl" ("http://api")'],
    [{ ...incomplete, apiBaseUrl: 'https://anna:hunter2@api/' }, '"apiBaseUrl" ('],
  ])('%j', async (config, named) => {
    const file = join(folder, 'config.json');
    await writeFile(file, typeof config === 'string' ? config : JSON.stringify(config));
    const message = toRefusal(WEB_SERVER_SETTINGS, { PORTAL_STATE: folder, PORTAL_CONFIG: file });
    expect(message).toMatch(oneSentence('PORTAL_CONFIG'));
    for (const each of [file, named]) expect(message).toContain(each);
    expect(message).not.toContain('hunter2');
  });
});
