import { describe, expect, test } from '@jest/globals';
import { csv } from './csv.ts';

const MARK = '\uFEFF';

test('starts with the byte order mark, and ends every row with CR LF', () => {
  expect(csv([['a'], ['b']], 'en')).toBe(`${MARK}"a"\r\n"b"\r\n`);
});

test.each([
  ['en', ','],
  ['de', ';'],
  ['fr', ';'],
  ['nl', ';'],
] as const)('in %s, cells are separated by "%s"', (language, separator) => {
  expect(csv([['a', 'b']], language)).toBe(`${MARK}"a"${separator}"b"\r\n`);
});

test('numbers are not quoted', () => {
  expect(csv([['a', 7]], 'en')).toBe(`${MARK}"a",7\r\n`);
});

test('all rows have the same number of cells', () => {
  expect(csv([['a'], [], ['b', 'c']], 'en')).toBe(`${MARK}"a",""\r\n"",""\r\n"b","c"\r\n`);
});

test.each([
  ['Zoë "Z", said', '"Zoë ""Z"", said"'],
  ['two\r\nlines;', '"two\r\nlines;"'],
  ['0012345678', '"=""0012345678"""'],
  ['2026-11-26', '"2026-11-26"'],
])('%j is quoted', (text, cell) => {
  expect(csv([[text]], 'en')).toBe(`${MARK}${cell}\r\n`);
});

describe('a text that a spreadsheet would run', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])('%j becomes plain text', (text) => {
    expect(csv([[text]], 'en')).toBe(`${MARK}"'${text}"\r\n`);
  });

  test.each(['a=1', 'Anna-Lena', 'owner@example.com'])('%j is none', (text) => {
    expect(csv([[text]], 'en')).toBe(`${MARK}"${text}"\r\n`);
  });
});
