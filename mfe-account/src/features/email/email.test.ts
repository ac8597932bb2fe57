import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EmailDraftSchema, EmailSchema, disabledReason } from './email.ts';

const GOOD = { email: 'new@example.com', repeat: 'new@example.com', password: 'secret-1' };
const with_ = (email: string) => ({ ...GOOD, email, repeat: email });

describe('an address', () => {
  test.each(['a@b.c', 'a.b+c@d.e-f.g', 'ä@ö.ü', 'a@b@c.d', '"x"@y.z'])('may be %s [T189]', (email) => {
    expect(v.safeParse(EmailSchema, with_(email)).success).toBe(true);
  });

  test.each(['a', 'a@b', 'a.b', '@b.c', 'a@.c', 'a@b.', 'a b@c.d', 'a@b c.d', 'a@b.c\u00A0d'])(
    'is not %j [T190]',
    (email) => {
      expect(disabledReason(with_(email), 'old@example.com')).toBe('invalid');
    },
  );

  test('is trimmed [T187]', () => {
    expect(v.parse(EmailSchema, { ...GOOD, email: ' \u202anew@example.com\u202c ' })).toEqual(GOOD);
  });
});

test.each([
  [{ email: 'old@example.com' }, 'nothingChanged'],
  [{ email: ' old@example.com ' }, 'nothingChanged'],
  [{ email: 'Old@Example.com' }, 'nothingChanged'],
  [{ email: '  ' }, 'missing'],
  [{ email: 'new@example' }, 'invalid'],
  [{ email: 'new@exam\u200bple.com' }, 'unseen'],
  [{ repeat: '' }, 'mismatch'],
  [{ repeat: 'New@example.com' }, 'mismatch'],
  [{ password: '' }, 'password'],
  [{ password: '  ' }, undefined],
  [{}, undefined],
])('with %j the reason is %s [T194]', (change, reason) => {
  expect(disabledReason({ ...GOOD, ...change }, 'old@example.com')).toBe(reason);
});

test('a draft contains no password', () => {
  expect(v.parse(EmailDraftSchema, GOOD)).toEqual({ email: GOOD.email, repeat: GOOD.repeat });
});
