import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SettingError } from '@portal/node-kit/settings';
import { badRows, oneSentence, refusalOf } from '@portal/node-kit/testing/bad-settings';
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
  PORTAL_CONFIG: ['/nowhere/config.json', 'is "/nowhere/config.json", which cannot be read (ENOENT'],
  HOST: ['a b', 'is "a b": set it to an address of this machine'],
  PORTAL_PORT: ['0', 'is "0", which is not a port'],
  METRICS_HOST: ['-', 'is "-": set it to an address of this machine'],
  METRICS_PORT: ['6000', 'is 6000, a port that browsers block'],
  PORTAL_STATE: ['/nowhere/at/all', 'is "/nowhere/at/all", and there is no such folder: set it to'],
  STORE: ['ftp://store', 'is "ftp://store": set it to a folder, or "s3://BUCKET/PREFIX"'],
  STORE_CACHE: ['true', 'is "true": set it to "yes" or "no"'],
  LOG_KEYS: ['/nowhere/keys', 'is "/nowhere/keys", which cannot be read (ENOENT'],
  TRUSTED_PROXIES: ['10.0.0.0/33', 'contains "10.0.0.0/33": set it to addresses or networks'],
  HOST_ORIGINS: ['https://shop.example.com/', 'contains "https://shop.example.com/": set it to origins'],
  ASSET_ORIGIN: ['http://cdn.example.net', 'is "http://cdn.example.net": set it to the origin of a CDN such as'],
  HSTS_SUBDOMAINS: ['1', 'is "1": set it to "yes" or "no"'],
  VISIT_KEY: ['too-short', 'has fewer than 32 characters: set it to'],
  BROTLI_QUALITY: ['12', 'is "12": set it to a whole number from 0 to 11'],
  LOG_FORMAT: ['xml', 'is "xml": set it to "json" or "text"'],
  ACCESS_LOG: ['on', 'is "on": set it to "yes" or "no"'],
  DRAIN_SECONDS: ['-1', 'is "-1": set it to a whole number from 0 to 300'],
};

test.each(badRows(BAD))('%s=%s is refused in one sentence', (name, value, contains) => {
  const message = refusalOf(WEB_SERVER_SETTINGS, { PORTAL_STATE: folder, [name]: value });
  expect(message).toMatch(oneSentence(name));
  expect(message).toContain(contains);
});

test('the refusal of VISIT_KEY does not show it', () => {
  expect(refusalOf(WEB_SERVER_SETTINGS, { PORTAL_STATE: folder, VISIT_KEY: 'too-short' })).not.toContain('too-short');
});

test.each(['shop.example.com', '*', 'null', 'https://*.example.com'])('HOST_ORIGINS cannot be "%s"', (text) => {
  expect(() => read({ HOST_ORIGINS: text })).toThrow(SettingError);
});

test('a web server that others reach has to be told its configuration', () => {
  expect(() => read({ HOST: '0.0.0.0' })).toThrow(
    'PORTAL_CONFIG is not set, and HOST is "0.0.0.0": set PORTAL_CONFIG to the file of the configuration.',
  );
});

test('the metrics have a port of their own', () => {
  expect(() => read({ METRICS_PORT: '4000' })).toThrow('PORTAL_PORT and METRICS_PORT are both 4000; they must differ.');
});

test('the file of trusted keys is read before it is needed', async () => {
  const file = join(folder, 'keys');
  await writeFile(file, '# the operator’s\nnot-a-key\n');
  const message = refusalOf(WEB_SERVER_SETTINGS, { PORTAL_STATE: folder, LOG_KEYS: file });
  expect(message).toMatch(oneSentence('LOG_KEYS'));
  expect(message).toContain(`LOG_KEYS is "${file}", which cannot be used (a key is like NAME+0123abcd+BASE64)`);
});

describe('what PORTAL_CONFIG names is refused with the key and its value:', () => {
  const { apiBaseUrl: _, ...incomplete } = { ...(localConfig(4100, 4000) as Record<string, unknown>) };
  test.each([
    ['{', 'which is not JSON ('],
    ['7', 'which is wrong (must be an object, not 7): correct it there.'],
    [{ ...incomplete }, 'whose key "apiBaseUrl" (not set) is wrong'],
    [{ ...incomplete, apiBaseUrl: 'http://api' }, 'whose key "apiBaseUrl" ("http://api") is wrong'],
    [
      { ...incomplete, apiBaseUrl: 'https://anna:hunter2@api/' },
      'whose key "apiBaseUrl" (not shown: it contains "@") is wrong',
    ],
  ])('%j', async (config, contains) => {
    const file = join(folder, 'config.json');
    await writeFile(file, typeof config === 'string' ? config : JSON.stringify(config));
    const message = refusalOf(WEB_SERVER_SETTINGS, { PORTAL_STATE: folder, PORTAL_CONFIG: file });
    expect(message).toMatch(oneSentence('PORTAL_CONFIG'));
    expect(message).toContain(`PORTAL_CONFIG is "${file}", ${contains}`);
  });
});
