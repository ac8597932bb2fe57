import { expect, test } from '@jest/globals';
import { readSheetOptions } from './options.ts';
import { listPictures } from './pictures.ts';

test('the contact sheet has every screen in three engines, four widths, two themes and four languages', () => {
  const options = readSheetOptions([]);
  expect(listPictures(options).flat()).toHaveLength(options.screens.length * 3 * 4 * 2 * 4);
  expect(new Set(options.screens.map(({ name }) => name)).size).toBe(options.screens.length);
});

test('its options narrow it, and name the choices where there is no such one', () => {
  const words = '--engine firefox --width 375,1280 --language de --theme dark --screen settings --screen login';
  expect(readSheetOptions(words.split(' '))).toMatchObject({
    engines: ['firefox'],
    widths: [375, 1280],
    themes: ['dark'],
    languages: ['de'],
    screens: [{ name: 'login' }, { name: 'settings' }],
    again: false,
  });
  expect(() => readSheetOptions(['--engine', 'opera'])).toThrow(
    '--engine is "opera", but must be one of: chromium, firefox, webkit.',
  );
  expect(() => readSheetOptions(['--wide'])).toThrow("Unknown option '--wide'");
});
