import { expect, test } from '@jest/globals';
import { readArguments } from './arguments.ts';

const ALL = ['shell', 'mfe-hubs', 'mfe-account'];

test('without parts, all are built', () => {
  expect(readArguments([], ALL)).toEqual({ parts: ALL, place: undefined });
});

test('with parts, these are built, and the others come from the place', () => {
  expect(readArguments(['mfe-hubs', 'mfe-hubs'], ALL)).toEqual({ parts: ['mfe-hubs'], place: {} });
  const portal = 'https://staging.example.com';
  expect(readArguments(['mfe-hubs', 'shell', '--portal', portal], ALL)).toEqual({
    parts: ['mfe-hubs', 'shell'],
    place: { portal },
  });
});

test.each([
  [['mfe-hub'], 'There is no part "mfe-hub". There are shell, mfe-hubs, mfe-account.'],
  [['mfe-hubs', '--stor', 'x'], "Unknown option '--stor'"],
  [['mfe-hubs', '--store', 'x', '--portal', 'y'], 'Give one of --store and --portal.'],
  [['--store', 'x'], 'Name the parts to build.'],
])('refuses %j, with the reason and the usage', (args, why) => {
  expect(() => readArguments(args, ALL)).toThrow(why);
  expect(() => readArguments(args, ALL)).toThrow('Usage: npm run dev -- [PART …]');
});
