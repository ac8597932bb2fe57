import { join } from 'node:path';
import { LANGUAGES } from '@portal/contract/language';
import { expect, test } from '@jest/globals';
import { composeManifest } from './manifest-plugin.ts';
import { sharedModules } from './part.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const FILE = 'entry.0123456789abcdef.js';

/** The manifest of a part that consists of one file. */
function manifestOf(role: 'shell' | 'remote', folder: string) {
  const name = role === 'shell' ? 'shell' : 'mfe-test';
  const text = { en: 'x', de: 'x', fr: 'x', nl: 'x' };
  return composeManifest(
    {
      declaration: {
        name,
        contract: '^1.0.0',
        routes: [{ path: '/test', title: 'title', access: 'open', page: 'test', skeleton: 'message', reads: [] }],
        header: [],
        texts: { title: text },
      },
      version: '1.0.0',
      entry: name,
      always: [],
      shared: sharedModules(role, join(ROOT, folder)),
    },
    new Map([name, 'test', ...LANGUAGES.map((code) => `locale-${code}`)].map((chunk) => [chunk, [FILE]])),
    new Map([[FILE, Buffer.from('x')]]),
  );
}

test('a manifest lists the versions that the shell provides and the ranges that a remote requires', () => {
  const { shared: shell } = manifestOf('shell', 'shell');
  const { shared: remote } = manifestOf('remote', 'mfe-hubs');
  expect(shell).toMatchObject({ provides: { react: expect.stringMatching(/^19\.\d+\.\d+$/) }, requires: {} });
  expect(remote).toMatchObject({ provides: {}, requires: { react: '^19.0.0', '@portal/session': '^1.0.0' } });
  expect(Object.keys(shell?.provides ?? {})).toEqual(expect.arrayContaining(Object.keys(remote?.requires ?? {})));
});
