import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Compressed, offeredDictionary } from './encoding.ts';

test.each(['br', 'gzip'] as const)('a small file in %s keeps no more memory than its bytes', async (encoding) => {
  const content = new Compressed(Buffer.from('export const word = "again"; '.repeat(20)), 5);
  const { bytes, encoding: used } = await content.encode(encoding);
  expect(used).toBe(encoding);
  expect(bytes.buffer.byteLength).toBe(bytes.byteLength);
});

const HASH = createHash('sha256').update('a file from before').digest('base64');
const OFFER = `:${HASH}:`;
/** What Chromium sends with a dictionary. */
const CHROMIUM = 'gzip, deflate, br, zstd, dcb, dcz';

const offered = (accepted: string | undefined, available?: string) =>
  offeredDictionary({
    ...(accepted !== undefined && { 'accept-encoding': accepted }),
    ...(available !== undefined && { 'available-dictionary': available }),
  });

describe('a dictionary is taken', () => {
  test.each([CHROMIUM, 'br;q=0.5, dcb;q=0.5', 'DCB', ' dcb ; q=1 , br', '*;q=0.1, dcb;q=0.2'])(
    'with "%s"',
    (accepted) => {
      expect(offered(accepted, OFFER)).toBe(HASH);
    },
  );

  test.each([undefined, 'dcz', '*', 'dcb;q=0', 'dcb;q=nothing', '*, dcb;q=0.9', 'gzip;q=0.6, dcb;q=0.5', 'xdcb'])(
    'not with "%s"',
    (accepted) => {
      expect(offered(accepted, OFFER)).toBeUndefined();
    },
  );
});

describe('a dictionary is known', () => {
  test.each([
    ['missing', undefined],
    ['an empty byte sequence', '::'],
    ['open at its end', `:${HASH}`],
    ['too short', `:${createHash('sha1').update('').digest('base64')}:`],
    ['too long', `:${createHash('sha512').update('').digest('base64')}:`],
    ['in another alphabet', ':-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_=:'],
    ['without its padding', `:${HASH.slice(0, -1)}:`],
    ['with bits beyond its end', `:${HASH.slice(0, -2)}B=:`],
    ['a list', `${OFFER}, ${OFFER}`],
    ['with a parameter', `${OFFER};a=1`],
    ['a million signs', `:${'A'.repeat(1_000_000)}=:`],
  ])('not by a header that is %s', (_what, available) => {
    expect(offered(CHROMIUM, available)).toBeUndefined();
  });
});
