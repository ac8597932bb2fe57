import { missingChunk } from '@portal/contract/failure';
import { expect, test } from '@jest/globals';
import federation from './index.ts';

/** The run time of a build whose chunks reject with `error`, after the share run time was installed in it. */
function chunkLoader(error: Error): () => Promise<unknown> {
  const webpackRequire = Object.assign(() => undefined, {
    m: {},
    c: {},
    S: {},
    u: (chunk: string | number) => `${String(chunk)}.0123456789abcdef.js`,
    f: {
      j: (_chunk: string | number, promises: Promise<unknown>[]) => {
        promises.push(Promise.reject(error));
      },
    },
    federation: {},
  });
  const { bundlerRuntime } = federation;
  bundlerRuntime.init({ webpackRequire });
  bundlerRuntime.initContainerEntry({ webpackRequire, shareScope: {} });
  return () => {
    const promises: Promise<unknown>[] = [];
    webpackRequire.f.j('settings', promises);
    return Promise.all(promises).catch((reason: unknown) => reason);
  };
}

test("the failure of a missing chunk names its file, whatever the browser's message", async () => {
  const cause = new TypeError('any words');
  const error = await chunkLoader(cause)();
  expect(missingChunk(error)).toBe('settings.0123456789abcdef.js');
  expect(error).toHaveProperty('cause', cause);
});

test('a chunk that the browser cannot parse keeps its error', async () => {
  const error = new SyntaxError('Unexpected token');
  expect(await chunkLoader(error)()).toBe(error);
});
