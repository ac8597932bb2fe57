import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startBuilder } from './builder.ts';

const CONFIG = `export default async () => ({
  context: import.meta.dirname,
  entry: './index.js',
  output: { path: import.meta.dirname + '/dist', filename: process.env.PORTAL_VERSION_SUFFIX + '.js' },
});`;

let root = '';
const stop = new AbortController();
const write = async (file: string, text: string) => {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
};

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'builder-'));
  await write('package.json', '{"type":"module"}');
  for (const part of ['first', 'broken', 'last']) await write(`${part}/rspack.config.ts`, CONFIG);
  await write('first/index.js', '');
  await write('broken/index.js', 'const x = ;');
  await write('last/index.js', '');
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

test('one process builds several parts, and tells the mistakes of each', async () => {
  const builder = startBuilder(root, stop.signal);
  await builder.build('first', 'one');
  await expect(builder.build('broken', 'two')).rejects.toThrow(/^broken does not build:[^]*Unexpected token/);
  await builder.build('last', 'three');
  builder.close();
  expect(['first/dist/one.js', 'last/dist/three.js'].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('a process that ends while it builds is a failed build', async () => {
  await write('first/rspack.config.ts', `console.error('out of memory'); process.exit(134);`);
  const builder = startBuilder(root, stop.signal);
  await expect(builder.build('first', 'one')).rejects.toThrow('first does not build:\nout of memory');
  builder.close();
});
