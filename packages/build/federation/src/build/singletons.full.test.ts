import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseArtifactManifest } from '@portal/contract/artifact';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../../../..');
const TEXT = { en: 'Test', de: 'Test', fr: 'Test', nl: 'Test' };
let folder: string;
let takenByBuilt: string;

/** Builds a small remote on disk that uses the shared modules of a real one. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-remote-'));
  await mkdir(join(folder, 'src'));
  await symlink(join(ROOT, 'mfe-hubs/node_modules'), join(folder, 'node_modules'));
  const files = {
    'package.json': JSON.stringify({ name: 'mfe-test', version: '1.0.0', type: 'module' }),
    'remote.json': JSON.stringify({
      name: 'mfe-test',
      routes: [{ path: '/test', title: 'title', access: 'open', page: 'test', skeleton: 'message' }],
      header: [],
      texts: { title: TEXT },
    }),
    'src/page.ts':
      "import { useState } from 'react';\nimport { useUser } from '@portal/session';\nexport const used = [useState, useUser];\n",
    'src/unused.ts': "import { memo } from 'react';\nexport const unused = memo;\nexport const asked = 1;\n",
    'src/remote.ts':
      "export { asked } from './unused.ts';\nimport './page.ts';\nexport { used } from './page.ts';\nexport const test = () => import(/* webpackChunkName: \"test\" */ './page.ts');\n" +
      ['en', 'de', 'fr', 'nl']
        .map(
          (code) => `export const ${code} = () => import(/* webpackChunkName: "locale-${code}" */ './${code}.json');\n`,
        )
        .join(''),
    ...Object.fromEntries(['en', 'de', 'fr', 'nl'].map((code) => [`src/${code}.json`, `{"language":"${code}"}`])),
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  takenByBuilt = await taken('singleton');
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function taken(kind: 'singleton' | 'late'): Promise<string> {
  const script = join(import.meta.dirname, 'testing/run-container.ts');
  const { stdout } = await run(process.execPath, [script, folder, kind]);
  return stdout;
}

test('a built remote uses the loaded react and session, even when newer ones are offered', () => {
  expect(JSON.parse(takenByBuilt)).toEqual(['@portal/session: in use', 'react: in use']);
});

test('a module that the scope did not have is taken when it is asked for again', async () => {
  const none = expect.stringContaining('Error: No part shares');
  expect(JSON.parse(await taken('late'))).toEqual(['@portal/session: in use', none, 'react: in use']);
});

test('its entry has the exposed module, and nothing of the run time that the federation plugin generates', async () => {
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'dist/manifest.json'), 'utf8'));
  const { entry, files, pages } = parseArtifactManifest('manifest.json', manifest);
  expect(Object.keys(files).filter((file) => file.startsWith('remote.'))).toEqual([]);
  expect(Object.values(pages).flat()).not.toContain(entry);
  const code = await readFile(join(folder, 'dist', entry), 'utf8');
  expect(code).toContain('"locale-en"');
  for (const generated of ['should have', '[MF]', 'treeShakingMode', 'sharedFallback', 'chunkMatcher'])
    expect(code).not.toContain(generated);
});

test('beside its manifest stands its provenance, which says that the folder is in no repository', async () => {
  const provenance: unknown = JSON.parse(await readFile(join(folder, 'dist/provenance.json'), 'utf8'));
  expect(provenance).toMatchObject({ source: null, lockFile: null, node: process.versions.node, runTime: 'own' });
});

test('its manifest lists the names that it imports, and their signatures, without those of code that is left out', async () => {
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'dist/manifest.json'), 'utf8'));
  const imports = {
    react: ['useState'],
    '@portal/session': ['useUser'],
    '@portal/contract/remote-module': ['RemoteModule'],
  };
  const signature = [expect.stringMatching(/^[0-9a-f]{16}$/)];
  const signatures = {
    '@portal/session': { useUser: signature },
    '@portal/contract/remote-module': { RemoteModule: signature },
  };
  expect(manifest).toMatchObject({ shared: { imports, signatures } });
});

test('a build says where nobody can tell what the remote imports', async () => {
  const page = join(folder, 'src/page.ts');
  const before = await readFile(page, 'utf8');
  await writeFile(page, "import * as session from '@portal/session';\nexport const used = [session];\n");
  await expect(taken('singleton')).rejects.toThrow('Import from "@portal/session" by name.');
  await writeFile(page, before);
});
