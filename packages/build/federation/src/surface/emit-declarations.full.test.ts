import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { emitDeclarations } from './emit-declarations.ts';

let root: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'portal-declarations-')));
});
afterEach(() => rm(root, { recursive: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
}

test('a source that only another package imports, by the name of its package, has declarations, too', async () => {
  const exports = { '.': './src/index.ts', './http': './src/http.ts' };
  await write('session/package.json', JSON.stringify({ name: '@portal/session', type: 'module', exports }));
  await write('session/src/index.ts', 'export const here = 1;');
  await write('session/src/http.ts', 'export interface Answer { readonly status: number }');
  await write('api/src/index.ts', "export type { Answer } from '@portal/session/http';");
  await mkdir(join(root, 'api/node_modules/@portal'), { recursive: true });
  await symlink(join(root, 'session'), join(root, 'api/node_modules/@portal/session'));
  const sources = { '@portal/session': 'session/src/index.ts', '@portal/api': 'api/src/index.ts' };
  const texts = await emitDeclarations(
    Object.fromEntries(Object.entries(sources).map(([module, file]) => [module, join(root, file)])),
  );
  expect([...texts.keys()].map((file) => file.slice(root.length)).toSorted()).toEqual([
    '/api/src/index',
    '/session/src/http',
    '/session/src/index',
  ]);
});

test('a packed library brings its declarations and those that they import, without comments', async () => {
  await write('session/index.d.ts', "export { here } from './here.js';\n");
  await write('session/here.d.ts', '/** Where. */\nexport declare const here: number;\n');
  const texts = await emitDeclarations({ '@portal/session': join(root, 'session/index.js') });
  expect(Object.fromEntries(texts)).toEqual({
    [join(root, 'session/index')]: "export { here } from './here.js';\n",
    [join(root, 'session/here')]: 'export declare const here: number;\n',
  });
});

test('a source that the compiler cannot read fails, with its module and place', async () => {
  await write('api/src/index.ts', 'export const = 1;');
  const emitted = emitDeclarations({ '@portal/api': join(root, 'api/src/index.ts') });
  await expect(emitted).rejects.toThrow(/^The declarations of @portal\/api .*\n.*index\.ts\(1,14\)/);
});
