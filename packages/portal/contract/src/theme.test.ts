import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { themeColor, parseTheme } from './theme.ts';

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['system', 'system'],
  ['DARK', 'system'],
  ['"><script>', 'system'],
  ['', 'system'],
  [undefined, 'system'],
])('the cookie %p means the theme "%s"', (text, theme) => {
  expect(parseTheme(text)).toBe(theme);
});

test('the browser’s own surfaces have the ground colour of the tokens', async () => {
  const tokens = await readFile(join(import.meta.dirname, '../../ui/src/styles/tokens.css'), 'utf8');
  const [, light, dark] = /--ground: light-dark\((#\w+), (#\w+)\);/.exec(tokens) ?? [];
  expect([themeColor('system', 'light'), themeColor('system', 'dark')]).toEqual([light, dark]);
  expect([themeColor('dark', 'light'), themeColor('light', 'dark')]).toEqual([dark, light]);
});
