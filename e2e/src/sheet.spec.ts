import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './support/portal.ts';
import { writeContactSheet } from './sheet/contact-sheet.ts';
import { readSheetOptions } from './sheet/options.ts';
import { picturesOf, takePictures } from './sheet/take-pictures.ts';

test('the contact sheet has every screen in three engines, four widths, two themes and four languages', () => {
  const options = readSheetOptions([]);
  expect(picturesOf(options).flat()).toHaveLength(options.screens.length * 3 * 4 * 2 * 4);
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

test('a run takes the pictures that are missing, and writes the page that shows them', async ({ portal }) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-sheet-'));
  const words = '--engine chromium --width 320 --language de --theme dark --screen login';
  const options = readSheetOptions(words.split(' '));
  const said: string[] = [];
  const run = async () => await takePictures(options, portal.url, folder, (line) => said.push(line));
  expect(await run()).toEqual([]);
  expect(await run()).toEqual([]);
  expect(said).toEqual(['chromium, login, dark, de (1 of 1)']);
  expect(await readdir(join(folder, 'pictures'))).toEqual(['login.chromium.dark.de.320.png']);
  expect(await writeContactSheet(options, folder)).toBe(1);
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('login: chromium, 320 px, dark, de');
  await rm(folder, { recursive: true });
});
