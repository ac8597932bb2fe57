import { expect, test } from '@jest/globals';
import { Compressed } from './compressed.ts';

test.each(['br', 'gzip'] as const)('a small file in %s keeps no more memory than its bytes', async (encoding) => {
  const content = new Compressed(Buffer.from('export const word = "again"; '.repeat(20)), 5);
  const { bytes, encoding: used } = await content.as(encoding);
  expect(used).toBe(encoding);
  expect(bytes.buffer.byteLength).toBe(bytes.byteLength);
});
