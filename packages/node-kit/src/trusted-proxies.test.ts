import { expect, test } from '@jest/globals';
import { TrustedProxies } from './trusted-proxies.ts';

test.each([
  ['10.0.0.1', '10.0.0.1', true],
  ['10.0.0.1', '10.0.0.2', false],
  ['192.168.0.0/16', '192.168.7.9', true],
  ['192.168.0.0/16', '::ffff:192.168.7.9', true],
  ['fd00::/8, 10.0.0.1', 'fd00::7', true],
  ['fd00::/8, 10.0.0.1', '10.0.0.1', true],
  ['0.0.0.0/0', '::1', false],
  ['', '127.0.0.1', false],
  ['127.0.0.1', 'unknown', false],
])('of "%s", is %s trusted: %s', (text, address, isTrusted) => {
  expect(TrustedProxies.of(text).isTrusted(address)).toBe(isTrusted);
});

test.each(['localhost', '10.0.0.0/33', '10.0.0.0/', '1.2.3', '::1/129', '10.0.0.0/8/8', '*'])(
  'nobody can trust "%s" [T345]',
  (text) => {
    expect(() => TrustedProxies.of(`127.0.0.1, ${text}`)).toThrow(
      `TRUSTED_PROXIES contains "${text}": set it to addresses or networks such as`,
    );
  },
);
