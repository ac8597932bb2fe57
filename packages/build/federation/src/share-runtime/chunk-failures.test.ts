import { missingChunk } from '@portal/contract/failure';
import { expect, test } from '@jest/globals';
import type { BundlerRequire } from './bundler.ts';
import { nameFailedChunks } from './chunk-failures.ts';

/** Loads a chunk that rejects with `error`, and returns what the loading rejects with. */
async function catchFailure(error: Error): Promise<unknown> {
  const steps: BundlerRequire['f'] = { j: (_chunk, promises) => promises.push(Promise.reject(error)) };
  nameFailedChunks({ f: steps, u: (chunk) => `${String(chunk)}.0123456789abcdef.js` });
  const promises: Promise<unknown>[] = [];
  steps.j('settings', promises);
  return await Promise.all(promises).catch((reason: unknown) => reason);
}

test("the failure of a missing chunk names its file, whatever the browser's message", async () => {
  const cause = new TypeError('any words');
  const error = await catchFailure(cause);
  expect(missingChunk(error)).toBe('settings.0123456789abcdef.js');
  expect(error).toHaveProperty('cause', cause);
});

test('a chunk that the browser cannot parse keeps its error', async () => {
  const error = new SyntaxError('Unexpected token');
  expect(await catchFailure(error)).toBe(error);
});
