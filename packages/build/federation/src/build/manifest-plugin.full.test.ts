import { join } from 'node:path';
import { SHARED_SINGLETONS } from '@portal/contract/shared-singletons';
import { expect, test } from '@jest/globals';
import { describeShared } from './manifest-plugin.ts';
import { sharedModules } from './part.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const NO_NAMES = {
  exports: {},
  imports: {},
  signatures: {},
  reads: { declaration: { known: [], needed: [] }, page: [] },
};

test('a manifest lists the versions that the shell provides and the ranges that a remote requires', () => {
  const shell = describeShared(sharedModules('shell', join(ROOT, 'shell'), SHARED_SINGLETONS), NO_NAMES);
  const remote = describeShared(sharedModules('remote', join(ROOT, 'mfe-hubs'), SHARED_SINGLETONS), NO_NAMES);
  expect(shell).toMatchObject({ provides: { react: expect.stringMatching(/^19\.\d+\.\d+$/) }, requires: {} });
  expect(remote).toMatchObject({ provides: {}, requires: { react: '^19.0.0', '@portal/session': '^1.0.0' } });
  expect(Object.keys(shell.provides)).toEqual(expect.arrayContaining(Object.keys(remote.requires)));
});
