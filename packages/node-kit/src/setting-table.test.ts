import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  anyText,
  folderSetting,
  HOST,
  hostSetting,
  httpsAddress,
  isThisMachine,
  list,
  ownOrigin,
  portSetting,
  readTable,
  wholeNumber,
  yesOrNo,
} from './setting-table.ts';
import type { SettingTable } from './setting-table.ts';
import { SettingError } from './settings.mjs';

const TABLE = {
  HOST,
  METRICS_HOST: hostSetting('', '127.0.0.1'),
  PORTAL_PORT: portSetting('PORTAL_PORT', ''),
  ORIGIN: ownOrigin('', 'PORTAL_PORT', 'https://portal.example.com'),
  SWITCH: yesOrNo('', false),
  NUMBER: wholeNumber('', [0, 11], 11),
  NAME: anyText('', 'somebody'),
  FOLDER: folderSetting('', '.portal'),
  ADDRESS: httpsAddress('', 'https://example.com', { description: 'none', read: () => undefined }),
  COLOURS: list('', '"red" or "blue"', (text) => (['red', 'blue'].includes(text) ? text : undefined)),
} satisfies SettingTable;

test('variables that are unset, empty or blank have what holds without them', () => {
  const defaults = {
    HOST: 'localhost',
    METRICS_HOST: '127.0.0.1',
    PORTAL_PORT: 4000,
    ORIGIN: 'http://localhost:4000',
    SWITCH: false,
    NUMBER: 11,
    NAME: 'somebody',
    FOLDER: resolve('.portal'),
    ADDRESS: undefined,
    COLOURS: [],
  };
  expect(readTable(TABLE, {})).toEqual(defaults);
  expect(readTable(TABLE, Object.fromEntries(Object.keys(TABLE).map((name) => [name, ''])))).toEqual(defaults);
  expect(readTable(TABLE, Object.fromEntries(Object.keys(TABLE).map((name) => [name, '  '])))).toEqual(defaults);
});

test.each([
  ['HOST', '::', '::'],
  ['HOST', 'web-1.internal', 'web-1.internal'],
  ['PORTAL_PORT', '80', 80],
  ['ORIGIN', 'https://portal.example.com/', 'https://portal.example.com'],
  ['ORIGIN', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['SWITCH', ' yes ', true],
  ['NUMBER', '0', 0],
  ['FOLDER', '/srv/portal', '/srv/portal'],
  ['ADDRESS', 'https://10.0.0.1:9000/store/', 'https://10.0.0.1:9000/store'],
  ['ADDRESS', 'http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['COLOURS', 'red, blue,', ['red', 'blue']],
])('%s=%s', (name, text, value) => {
  expect(readTable(TABLE, { [name]: text, ...(name === 'HOST' && { ORIGIN: 'https://a.example' }) })).toMatchObject({
    [name]: value,
  });
});

describe('one sentence names variable, value and remedy:', () => {
  test.each([
    ['HOST', 'not a host', 'set it to an address of this machine such as "10.0.0.5", "0.0.0.0" for all of them'],
    ['PORTAL_PORT', 'http', 'which is not a port: set it to a number'],
    ['ORIGIN', 'http://portal.example.com', 'set it to an origin such as "https://portal.example.com" (http only for'],
    ['SWITCH', 'true', 'set it to "yes" or "no", or leave it unset for "no".'],
    ['NUMBER', '12', 'set it to a whole number from 0 to 11, or leave it unset for 11.'],
    ['FOLDER', '/dev/null', 'set it to a folder, or leave it unset for ".portal", as this is none.'],
    ['FOLDER', `/${'a'.repeat(256)}`, '", as this one cannot be used (ENAMETOOLONG: '],
    ['ADDRESS', 'example.com', 'set it to an address such as "https://example.com" (http only for this machine).'],
    ['ADDRESS', 'https://example.com/?', 'ADDRESS contains "?", as if with a secret: set it to'],
    ['COLOURS', 'red,green', 'COLOURS contains "green": set it to "red" or "blue", separated by commas'],
  ])('%s=%s', (name, text, message) => {
    const read = () => readTable(TABLE, { [name]: text });
    expect(read).toThrow(SettingError);
    expect(read).toThrow(message);
  });

  test.each([
    ['HOST', '300.0.0.1'],
    ['HOST', 'http://localhost'],
    ['ORIGIN', 'https://portal.example.com/path'],
    ['ORIGIN', 'https://*.example.com'],
    ['ORIGIN', "https://a'b.example"],
    ['NUMBER', '1.5'],
    ['ADDRESS', 'http://example.com'],
    ['ADDRESS', 'https://*'],
  ])('also %s=%s', (name, text) => {
    expect(() => readTable(TABLE, { [name]: text })).toThrow(`${name} is "${text}": set it to`);
  });
});

test.each(['ADDRESS', 'ORIGIN'])('%s does not show a password', (name) => {
  for (const address of ['https://anna:hunter2@example.com', 'https://anna:hunter2%40example.com']) {
    const read = () => readTable(TABLE, { [name]: address });
    expect(read).toThrow(/^\w+ contains "(@|%40)", as if with a secret: set it to/);
    expect(read).not.toThrow('hunter2');
  }
});

describe('a server that others reach', () => {
  test.each(['0.0.0.0', 'web-1.internal'])('at %s has to be told its origin', (host) => {
    expect(() => readTable(TABLE, { HOST: host })).toThrow(`ORIGIN is not set, and HOST is "${host}": set ORIGIN to`);
    expect(readTable(TABLE, { HOST: host, ORIGIN: 'https://a.example' }).ORIGIN).toBe('https://a.example');
  });

  test.each([
    ['localhost', 'http://localhost:4000'],
    ['127.0.0.2', 'http://127.0.0.2:4000'],
    ['::1', 'http://[::1]:4000'],
  ])('is not the one at %s', (host, origin) => {
    expect(isThisMachine(host)).toBe(true);
    expect(readTable(TABLE, { HOST: host }).ORIGIN).toBe(origin);
  });
});
