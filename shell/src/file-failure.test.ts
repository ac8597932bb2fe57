import { expect, test } from '@jest/globals';
import { ChunkLoadError } from '@portal/contract/failure';
import type { PartFailure } from '@portal/contract/failure';
import { LateChunkError } from '@portal/contract/time-limit';
import { RemoteError } from '@portal/federation/runtime';
import { isFileFailure } from './file-failure.ts';

const remote = (failure: PartFailure) => new RemoteError(failure, 'mfe-hubs', '1.0.0', 'could not be loaded');

// The last column: whether a file did not come, or had wrong bytes.
test.each<[string, unknown, boolean]>([
  ['a remote that is unreachable', remote('unreachable'), true],
  ['a remote with other bytes', remote('tampered'), true],
  ['a remote that is late', remote('timed-out'), true],
  ['a remote of another contract', remote('incompatible'), false],
  ['a remote that throws', remote('crashed'), false],
  ['a chunk of the shell', new ChunkLoadError('welcome.0123456789abcdef.js', new TypeError('failed')), true],
  ['a late chunk of the shell', new LateChunkError('The page "welcome"', Promise.resolve()), true],
  ['a page that throws', new TypeError('x is undefined'), false],
])('the failure of %s', (_, error, isFile) => {
  expect(isFileFailure(error)).toBe(isFile);
});
