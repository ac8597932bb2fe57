import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { Compressed } from '../http/http-response.ts';
import type { Dictionary, Target } from './deltas.ts';
import { Deltas } from './deltas.ts';
import { decoded } from '../testing/deltas.ts';

const KIB = 1024;
const computeHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');
const toTarget = (bytes: Uint8Array): Target => ({ hash: computeHash(bytes), content: new Compressed(bytes, 5) });
const toDictionary = (bytes: Uint8Array): Dictionary => ({ hash: computeHash(bytes), read: async () => bytes });

function makeDeltas(options: Partial<ConstructorParameters<typeof Deltas>[0]> = {}) {
  const saved: number[] = [];
  const onSent = (bytes: number) => saved.push(bytes);
  return { saved, deltas: new Deltas({ mostBytes: 64 * KIB, mostAtOnce: 8, quality: 11, onSent, ...options }) };
}

/** Text that compresses badly, as that of a script. */
const before = Buffer.from(randomBytes(30 * KIB).toString('base64'));
const after = Buffer.concat([before.subarray(0, 1000), Buffer.from('data-version="2"'), before.subarray(1000)]);

test.each([1, 11])(
  'a delta of a file with one change is tiny, and decodes to the file, with quality %i',
  async (quality) => {
    const { deltas, saved } = makeDeltas({ quality });
    const target = toTarget(after);
    const plain = target.content.encode('br');
    const { bytes, encoding, dictionary } = await deltas.chooseSmaller(target, toDictionary(before), plain);
    expect({ encoding, dictionary }).toEqual({ encoding: 'dcb', dictionary: computeHash(before) });
    expect(bytes.length).toBeLessThan(200);
    expect(decoded(Buffer.from(bytes), before)).toEqual(after);
    expect(saved).toEqual([(await plain).bytes.length - bytes.length]);
  },
);

test('what is no smaller with a dictionary is sent without', async () => {
  // In the quality of the plain answer: a better one may save more than the delta's header takes.
  const { deltas, saved } = makeDeltas({ quality: 5 });
  const target = toTarget(after);
  const plain = target.content.encode('br');
  const { encoding } = await deltas.chooseSmaller(target, toDictionary(randomBytes(1000)), plain);
  expect(encoding).toBe('br');
  expect(saved).toEqual([]);
});

test('a delta is made once, also for those who ask while it is being made', async () => {
  const { deltas } = makeDeltas();
  let reads = 0;
  const read = async () => {
    reads += 1;
    return before;
  };
  const make = () => deltas.make(toTarget(after), { hash: computeHash(before), read });
  const [first, second] = await Promise.all([make(), make()]);
  expect(second).toBe(first);
  expect(await make()).toBe(first);
  expect(reads).toBe(1);
});

test('who asks while as many are made as may be gets Brotli, and the delta later', async () => {
  const { deltas } = makeDeltas({ mostAtOnce: 1 });
  const { promise, resolve } = Promise.withResolvers<Uint8Array>();
  const slow = deltas.make(toTarget(before), { hash: 'another', read: () => promise });
  const target = toTarget(after);
  const ask = async () =>
    (await deltas.chooseSmaller(target, toDictionary(before), target.content.encode('br'))).encoding;
  expect(await ask()).toBe('br');
  resolve(before);
  await slow;
  expect(await ask()).toBe('dcb');
});

test('a dictionary that cannot be had is asked for again', async () => {
  const { deltas } = makeDeltas();
  expect(
    await deltas.make(toTarget(after), { hash: computeHash(before), read: async () => undefined }),
  ).toBeUndefined();
  const failing = () => Promise.reject(new Error('the disk is gone'));
  await expect(deltas.make(toTarget(after), { hash: computeHash(before), read: failing })).rejects.toThrow('disk');
  expect(await deltas.make(toTarget(after), toDictionary(before))).toBeDefined();
});

test('the deltas in memory have a limit, and keep no more memory than their bytes', async () => {
  const { deltas } = makeDeltas({ mostBytes: 8 * KIB });
  for (let version = 0; version < 8; version += 1) {
    const changed = Buffer.concat([before, randomBytes(100)]);
    const delta = await deltas.make(toTarget(changed), toDictionary(before));
    expect(delta?.buffer.byteLength).toBe(delta?.byteLength);
    expect(deltas.cache.bytes).toBeLessThanOrEqual(8 * KIB);
  }
  expect(deltas.cache.size).toBeGreaterThan(3);
});
