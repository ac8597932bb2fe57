import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { hmacSha256 } from './hmac.ts';

test.each([1, 32, 63, 64, 65, 200])('is what Node makes, with a key of %i bytes', (length) => {
  const key = randomBytes(length);
  const sign = hmacSha256(key, 26);
  for (let tried = 0; tried < 50; tried += 1) {
    const message = randomBytes(26);
    expect(Buffer.from(sign(message), 'latin1')).toEqual(createHmac('sha256', key).update(message).digest());
  }
});

test('takes the bytes of a text as the key', () => {
  const [key, message] = ['ein Schlüssel', randomBytes(8)];
  expect(hmacSha256(key, 8)(message)).toBe(createHmac('sha256', key).update(message).digest('binary'));
});
