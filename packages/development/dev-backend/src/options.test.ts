import { expect, test } from '@jest/globals';
import { SettingError } from '@portal/node-kit/settings';
import { readOptions } from './options.ts';

test('by default it serves what "npm start" runs, and tests cannot control it [T407]', () => {
  const unset = { DATABASE_URL: ' ', COOKIE_DOMAIN: '', PORTAL_ORIGINS: '', DEV_CONTROL: ' ' };
  for (const environment of [{}, unset]) {
    expect(readOptions({ ...environment, PORTAL_STATE: '/state ' })).toEqual({
      port: 4100,
      stateFolder: '/state',
      partsFolder: process.cwd(),
      portalOrigins: ['http://localhost:4000', 'http://127.0.0.1:4000'],
      consoleOrigins: ['http://localhost:4200'],
      databaseUrl: undefined,
      cookieDomain: undefined,
      control: false,
    });
  }
});

test('reads every setting', () => {
  const environment = {
    BACKEND_PORT: '5100',
    PORTAL_PORT: '5000',
    CONSOLE_PORT: '5200',
    DATABASE_URL: 'memory',
    COOKIE_DOMAIN: 'ebike.localhost',
    PORTAL_ORIGINS: ' http://portal.ebike.localhost:4999 ,https://portal.example.com,',
    DEV_CONTROL: 'yes',
  };
  expect(readOptions(environment)).toMatchObject({
    port: 5100,
    portalOrigins: [
      'http://localhost:5000',
      'http://127.0.0.1:5000',
      'http://portal.ebike.localhost:4999',
      'https://portal.example.com',
    ],
    consoleOrigins: ['http://localhost:5200'],
    databaseUrl: 'memory',
    cookieDomain: 'ebike.localhost',
    control: true,
  });
});

test.each([
  ['BACKEND_PORT', 'http', 'BACKEND_PORT is "http", which is not a port:'],
  ['DEV_CONTROL', '1', 'DEV_CONTROL is "1": set it to "yes" or "no"'],
  ['PORTAL_ORIGINS', 'http://portal/x', 'PORTAL_ORIGINS contains "http://portal/x": set it to origins such as'],
  ['PORTAL_ORIGINS', 'ftp://portal', 'PORTAL_ORIGINS contains "ftp://portal": set it to origins such as'],
])('refuses a %s that is "%s"', (variable, value, message) => {
  expect(() => readOptions({ [variable]: value })).toThrow(SettingError);
  expect(() => readOptions({ [variable]: value })).toThrow(message);
});
