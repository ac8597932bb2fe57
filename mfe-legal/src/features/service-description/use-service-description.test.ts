import { expect, test } from '@jest/globals';
import { acceptedAddress } from './use-service-description.ts';

const OWN = 'https://portal.example';
const ALLOWED = ['https://files.example'];

test.each([
  ['https://files.example/service/EN.pdf', 'https://files.example/service/EN.pdf'],
  [
    'https://portal.example/documents/service-description/v1/EN.pdf',
    'https://portal.example/documents/service-description/v1/EN.pdf',
  ],
  ['http://files.example/EN.pdf', undefined],
  ['https://files.example.evil.example/EN.pdf', undefined],
  ['https://files.example:444/EN.pdf', undefined],
  ['https://files.example@evil.example/EN.pdf', undefined],
  ['javascript:alert(1)', undefined],
  ['data:application/pdf,%25PDF-', undefined],
  ['/documents/EN.pdf', undefined],
  ['', undefined],
])('%j gives %j', (answered, used) => {
  expect(acceptedAddress(answered, OWN, ALLOWED)).toBe(used);
});
