import { expect, test } from '@jest/globals';
import { addNodePolyfills } from './node-polyfills.ts';

test('Node 20.19 gets what the command uses of newer ones, and newer ones keep theirs', async () => {
  const { withResolvers } = Promise;
  const { groupBy } = Map;
  const { parse } = URL;
  Reflect.deleteProperty(Promise, 'withResolvers');
  Reflect.deleteProperty(Map, 'groupBy');
  Reflect.deleteProperty(URL, 'parse');
  try {
    addNodePolyfills();
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    resolve(1);
    reject(new Error('too late'));
    expect(await promise).toBe(1);
    expect([...Map.groupBy([1, 2, 3], (item, index) => (item + index) % 3)]).toEqual([
      [1, [1]],
      [0, [2]],
      [2, [3]],
    ]);
    expect([URL.parse('https://example.com/a')?.host, URL.parse('a')]).toEqual(['example.com', null]);
  } finally {
    Object.assign(Promise, { withResolvers });
    Object.assign(Map, { groupBy });
    Object.assign(URL, { parse });
  }
  addNodePolyfills();
  expect(Map.groupBy).toBe(groupBy);
});
