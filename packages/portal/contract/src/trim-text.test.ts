import { describe, expect, test } from '@jest/globals';
import { trimText, unseenIn } from './trim-text.ts';

describe('around a text', () => {
  test.each([
    ['white space', '\u00a0 anna\t\n'],
    ['direction marks, as addresses are copied with', '\u202aanna\u202c'],
    ['isolates', '\u2066anna\u2069'],
    ['spaces of no width', '\ufeff\u200banna\u200b\u2060'],
    ['joiners that join nothing', '\u200danna\u200c'],
    ['control characters', '\u0000anna\u007f'],
  ])('%s go', (_, text) => {
    expect(trimText(text)).toBe('anna');
  });
});

test.each([
  ['white space within', 'Anna  Lena'],
  ['an emoji of several', '👩‍🔧'],
  ['the colour of an emoji at the end', 'Anna ❤️'],
  ['a flag of tags at the end', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['a joiner within a script that needs it', 'می\u200cخواهم'],
])('%s stays', (_, text) => {
  expect(trimText(text)).toBe(text);
});

test.each([
  ['joiners alone', '\u200b\u200d'],
  ['Hangul fillers', '\u3164\u115f'],
  ['blanks of Braille', '\u2800'],
  ['variation selectors and tags', '\ufe0f\u{e0067}'],
  ['nothing', ''],
])('a text of %s is empty', (_, text) => {
  expect(trimText(text)).toBe('');
});

test('an unseen character is named by its code, and a visible one is not', () => {
  expect(unseenIn('an\u200bna@example.com')).toBe('U+200B');
  expect(unseenIn('anna@exam\u{e0067}ple.com')).toBe('U+E0067');
  expect(unseenIn('anna müller@example.com')).toBeUndefined();
});

test('takes a time that grows no faster than the text', () => {
  const text = `a${' '.repeat(100_000)}a`;
  const start = performance.now();
  expect(trimText(text)).toBe(text);
  expect(performance.now() - start).toBeLessThan(1000);
});
