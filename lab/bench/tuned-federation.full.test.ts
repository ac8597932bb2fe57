import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { tunedHost, tunedRemote } from '@portal/federation/benchmark';
import type { Stats } from '@rspack/core';
import { bundle } from '../../scripts/start/bundle.ts';

const ROOT = join(import.meta.dirname, '../..');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-tuned-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** The files of the plugin's run time in a build that are no ES modules; those that are have become one module. */
function commonJsFiles(stats: Stats): readonly string[] {
  const { modules = [] } = stats.toJson({ all: false, modules: true, modulesSpace: Infinity });
  return modules.flatMap(({ name = '' }) => (/@module-federation\/.+\.cjs$/.test(name) ? [name] : []));
}

// An update of the plugin may name other files, which would bring back the second run time without a word.
test('tuned builds have the run time as ES modules, and once', async () => {
  const remote = await bundle(tunedRemote(join(ROOT, 'mfe-hubs'), join(folder, 'mfe-hubs')));
  const entry = join(folder, 'entry.ts');
  await writeFile(entry, 'void import("mfe_hubs/remote");');
  const remotes = { 'mfe-hubs': 'http://localhost/remoteEntry.js' };
  const host = await bundle(
    tunedHost({ shell: join(ROOT, 'shell'), entry, replaced: {}, remotes, folder: join(folder, 'shell') }),
  );
  expect([remote, host].flatMap(commonJsFiles)).toEqual([]);
  // The plugin's defaults: 29 KB.
  expect(brotliCompressSync(await readFile(join(folder, 'mfe-hubs/remoteEntry.js'))).length).toBeLessThan(8000);
});
