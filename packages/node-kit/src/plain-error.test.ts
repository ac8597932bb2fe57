import { expect, test } from '@jest/globals';
import { describeError } from './plain-error.mjs';
import { SettingError } from './settings.ts';

test('a plain error is shown by its message, any other error with its stack, anything else as text', () => {
  expect(describeError(new SettingError('PORTAL_PORT is "http".'))).toBe('PORTAL_PORT is "http".');
  expect(describeError(new Error('broken'))).toMatch(/^Error: broken\n {4}at /);
  expect(describeError('broken')).toBe('broken');
});
