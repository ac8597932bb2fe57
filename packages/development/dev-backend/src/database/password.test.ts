import { expect, test } from '@jest/globals';
import { hashPassword, verifyPassword } from './password.ts';

test('a hash fits its password only', async () => {
  const hash = await hashPassword('Correct1!');
  expect(await verifyPassword('Correct1!', hash)).toBe(true);
  expect(await verifyPassword('Correct1', hash)).toBe(false);
});

test.each(['', 'scrypt', 'scrypt$2048$salt', 'scrypt$c2FsdA$a2V5', 'argon2id$2048$c2FsdA$a2V5'])(
  '%j fits no password',
  async (hash) => {
    expect(await verifyPassword('Correct1!', hash)).toBe(false);
  },
);
