import { expect, test } from '@jest/globals';
import { describeError } from './plain-error.mjs';
import { SettingError } from './settings.mjs';

test('a plain error is shown by its message, any other error with its stack, anything else as text', () => {
  expect(describeError(new SettingError('PORTAL_PORT is "http".'))).toBe('PORTAL_PORT is "http".');
  expect(describeError(new Error('broken'))).toMatch(/^Error: broken\n {4}at /);
  expect(describeError('broken')).toBe('broken');
});

test('a failed query is shown without its values [T442]', () => {
  const query = 'select "id" from "accounts" where lower("email") = $1';
  const params = ['anne@example.com\n    at home'];
  const error = Object.assign(new Error(`Failed query: ${query}\nparams: ${params.join(',')}`), { query, params });
  const text = describeError(error);
  expect(text.startsWith(`Error: Failed query: ${query}\n    at `)).toBe(true);
  expect(text).not.toMatch(/params|anne|at home/);
});

test.each<[string, unknown, string]>([
  [
    'a file',
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    ' (ENOSPC: no space left on device, write)',
  ],
  ['a quota', Object.assign(new Error('EDQUOT: quota exceeded'), { code: 'EDQUOT' }), ' (EDQUOT: quota exceeded)'],
  [
    'SQLite',
    Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
    ' (database or disk is full)',
  ],
  [
    'a query',
    new Error('Failed query: insert\nparams: secret', { cause: { code: '53100' } }),
    ' (Failed query: insert)',
  ],
  ['a database in WebAssembly', { name: 'ErrnoError', errno: 51 }, ''],
])('a full disk is named without a stack for %s', (_, error, reason) => {
  expect(describeError(error)).toBe(`No space is left on the disk${reason}. Free some, then try again.`);
});
