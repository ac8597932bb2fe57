import { expect, test } from '@jest/globals';
import { EventLog } from './event-log.ts';

const findFrom = (ip: string | undefined) => {
  let from: string | undefined;
  new EventLog((event) => ({ from } = event)).record({ ip }, { event: 'signed-in' });
  return from;
};

test.each(['192.0.2.7', '2001:db8::7', '::ffff:192.0.2.7'])('%s is named as it is', (ip) => {
  expect(findFrom(ip)).toBe(ip);
});

test.each([
  ['the zone of a link-local address, which can be any text', `fe80::1%${'a'.repeat(9000)}`, 'fe80::1'],
  ['what is no address', 'anna@example.com', 'unknown'],
  ['nothing, after the connection broke', undefined, 'unknown'],
])('%s is not named', (_what, ip, from) => {
  expect(findFrom(ip)).toBe(from);
});
