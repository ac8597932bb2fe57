import { expect, test } from '@jest/globals';
import { maskMessage, MOST_MESSAGE } from './mask-message.ts';

test.each([
  [
    "TypeError: Cannot read properties of undefined (reading 'serial')",
    "TypeError: Cannot read properties of undefined (reading 'serial')",
  ],
  ['TypeError: undefined is not an object', 'TypeError: undefined is not an object'],
  ['Error: anna.smith@example.com is unknown', 'Error: <e-mail> is unknown'],
  ['Error: no hub of <anna@example>', 'Error: no hub of <<e-mail>>'],
  [
    'GET https://portal.example.com/api/account?mail=a%40b&x=1 failed',
    'GET https://portal.example.com/api/account?<query> failed',
  ],
  ['no page /settings#anna', 'no page /settings?<query>'],
  [
    `SyntaxError: Unexpected token 'A', "Anna Smith" is not valid JSON`,
    'SyntaxError: Unexpected token <text>, <text> is not valid JSON',
  ],
  ['Error: the name “Anna” and ‘Bob’ and «Zoé» and `x`', 'Error: the name <text> and <text> and <text> and <text>'],
  ["Error: it can't open 'Anna's bike", "Error: it can't open <text>s bike"],
  ['Error: „Anna Smith“ ist unbekannt, ‚Anna‘ auch', 'Error: <text> ist unbekannt, <text> auch'],
  ['Error: „Anna" ‹Bob› »Zoé« “Kim”', 'Error: <text> <text> <text> <text>'],
  ['GET /api/users/anna%40example.com failed', 'GET /api/users/<e-mail> failed'],
  ['no page /settings/-?name=anna and /a).?b', 'no page /settings/-?<query> and /a).?<query>'],
  ['Error: "never closed anna', 'Error: <text>'],
  ['Error: hub 0012345678 of +49 170 1234567, born 1980-02-03', 'Error: hub <number> of <number>, born <number>'],
  ['Error: Bearer eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl0123', 'Error: Bearer <token>'],
  ['Error: 3 of 12 parts', 'Error: 3 of 12 parts'],
  ['Error: two\n\tlines\u0000\u202e', 'Error: two lines'],
])('%j is reported as %j', (message, masked) => {
  expect(maskMessage(message)).toBe(masked);
  expect(maskMessage(masked)).toBe(masked);
});

test('no half of an address remains where a long message is cut', () => {
  for (const gap of [5, 9, 12])
    expect(maskMessage(`Error: "${'x'.repeat(970)}" ${'y'.repeat(gap)} anna.smith@example.com`)).toMatch(
      /^Error: <text> y+$/,
    );
});

test('a message is cut, and takes no long time however long it is', () => {
  expect(maskMessage('x '.repeat(100_000))).toHaveLength(MOST_MESSAGE - 1);
  expect(maskMessage('1-'.repeat(100_000))).toBe('<token>');
});
