import { expect, test } from '@jest/globals';
import { readBenchOptions } from './options.ts';

test('without words, the three variants that matter most are measured on one page', () => {
  expect(readBenchOptions([])).toEqual({
    development: false,
    full: false,
    rounds: 5,
    variants: ['usual', 'like the portal', 'portal'],
    pages: ['settings'],
    write: false,
  });
});

test('--full is all variants and pages, in more rounds; pages, variants and rounds can be chosen', () => {
  const all = readBenchOptions(['--full']);
  expect([all.rounds, all.variants.length, all.pages.length]).toEqual([9, 6, 3]);
  expect(readBenchOptions(['--full', '--pages', 'account', '--rounds', '2'])).toMatchObject({
    pages: ['account'],
    rounds: 2,
  });
  expect(readBenchOptions(['--variants', 'portal,like the portal']).variants).toEqual(['like the portal', 'portal']);
});

test.each([
  ['--rounds has to be', ['--rounds', '0']],
  ['--write needs --full', ['--write']],
  ['--development measures no visits', ['--development', '--full']],
  ['--pages has to be', ['--pages', 'settings,nowhere']],
  ['--variants has to be', ['--variants', 'portal,another']],
])('what it does not understand is refused: %s', (message, words) => {
  expect(() => readBenchOptions(words)).toThrow(message);
});
