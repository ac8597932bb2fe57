import { expect, test } from '@jest/globals';
import { BoundedCache } from './bounded-cache.ts';

const KIB = 1024;

test('a cache drops the values that were used the longest ago once all of them need more than its limit', () => {
  const cache = new BoundedCache<string>(10 * KIB);
  for (const key of ['a', 'b', 'c']) cache.set(key, key.toUpperCase(), 2 * KIB);
  expect(cache.get('a')).toBe('A');
  cache.set('d', 'D', 2 * KIB);
  expect(cache.keys).toEqual(['c', 'a', 'd']);
  expect(cache.get('b')).toBeUndefined();
  expect(cache.bytes).toBeLessThanOrEqual(10 * KIB);
});

test('a cache counts what a value needs besides its bytes, so tiny ones do not fill the memory', () => {
  const cache = new BoundedCache<number>(10 * KIB);
  for (let key = 0; key < 1000; key += 1) cache.set(String(key), key, 1);
  expect(cache.size).toBeLessThan(10);
});

test('a cache keeps a value above its limit until the next one, and replaces the value of a key', () => {
  const cache = new BoundedCache<string>(KIB);
  cache.set('large', 'L', 5 * KIB);
  expect(cache.get('large')).toBe('L');
  cache.set('large', 'M', 6 * KIB);
  expect([cache.get('large'), cache.bytes]).toEqual(['M', 7 * KIB]);
  cache.set('next', 'N', 0);
  expect(cache.keys).toEqual(['next']);
  cache.clear();
  expect([cache.size, cache.bytes]).toEqual([0, 0]);
});
