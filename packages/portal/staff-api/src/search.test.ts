import { expect, test } from '@jest/globals';
import { readSearch } from './search.ts';

test.each([
  ['  Owner@example.com ', { by: 'email', text: 'Owner@example.com' }],
  ['own\u200Ber@example.com', { by: 'email', text: 'owner@example.com' }],
  ['0012604417', { by: 'hub', serial: '0012604417', partNumber: undefined }],
  ['0012 6044-17', { by: 'hub', serial: '0012604417', partNumber: undefined }],
  ['\u202A0012\u00A06044\u201117', { by: 'hub', serial: '0012604417', partNumber: undefined }],
  ['0093817252 + 4021 000 342', { by: 'hub', serial: '0093817252', partNumber: '4021000342' }],
  ['0093817252/4021000342', { by: 'hub', serial: '0093817252', partNumber: '4021000342' }],
  ['OBC-20114873', { by: 'idOrName', text: 'OBC-20114873' }],
  ['Keller,  Mara', { by: 'idOrName', text: 'Keller Mara' }],
  ['O’H e', { by: 'idOrName', text: 'O’H e' }],
  ['李小龍', { by: 'idOrName', text: '李小龍' }],
])('"%s" is recognised', (typed, search) => {
  expect(readSearch(typed)).toMatchObject(search);
});

test.each([
  ['', 'missing'],
  [' \u200B ', 'missing'],
  ['Ke', 'short'],
  ['%__', 'short'],
  ['- -', 'short'],
  ['0012604417 +-', 'short'],
  ['owner@example', 'invalid'],
  ['Mara owner@example.com', 'invalid'],
  [`${'x'.repeat(290)}@example.com`, 'long'],
  ['x'.repeat(255), 'long'],
  ['123456789012345678901', 'longNumber'],
  ['1+123456789012345678901', 'longNumber'],
])('"%s" is refused: %s', (typed, problem) => {
  expect(readSearch(typed)).toEqual({ problem });
});
