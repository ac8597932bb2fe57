import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import { runCompiler } from '../surface/emit-declarations.ts';
import type { ExposedTypes } from './exposed-types.ts';
import { exposedTypes } from './exposed-types.ts';

const HUBS = join(import.meta.dirname, '../../../../mfe-hubs');
let types: ExposedTypes;
/** A project of another repository, which has React and nothing of the portal's. */
let consumer: string;

async function write(path: string, text: string | Uint8Array): Promise<void> {
  const file = join(consumer, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

beforeAll(async () => {
  types = await exposedTypes(HUBS);
  consumer = await mkdtemp(join(tmpdir(), 'portal-consumer-'));
  await mkdir(join(consumer, 'node_modules/@types'), { recursive: true });
  await symlink(join(HUBS, '../node_modules/@types/react'), join(consumer, 'node_modules/@types/react'));
  // As the ecosystem's tools unpack them for a host that calls the remote "hubs".
  for (const [name, bytes] of Object.entries(unzipSync(types.archive))) await write(`@mf-types/hubs/${name}`, bytes);
  await write('@mf-types/hubs/apis.d.ts', types.loadRemote.replaceAll('REMOTE_ALIAS_IDENTIFIER', 'hubs'));
});

afterAll(async () => {
  await rm(consumer, { recursive: true, force: true });
});

/** What the type checker says about a source of the other repository. */
async function check(source: string): Promise<string> {
  await write('host.ts', source);
  return runCompiler(consumer, { files: ['host.ts'] }, { noEmit: true, paths: { '*': ['./@mf-types/*'] } });
}

test('another repository uses the exposed module by its types', async () => {
  const source = `import { pages, loadMessages, version } from 'hubs/remote';
    import type { ComponentType } from 'react';
    import type { PackageType, RemoteKeys } from './@mf-types/hubs/apis.d.ts';
    export const settings: ComponentType | undefined = (await pages['settings']?.())?.Page;
    export const texts: object = await loadMessages('nl');
    export const name: RemoteKeys = 'hubs/remote';
    export const same: string = version satisfies PackageType<typeof name>['version'];`;
  expect(await check(source)).toBe('');
});

test('the type checker of another repository finds wrong uses', async () => {
  expect(await check("import { loadMessages } from 'hubs/remote';\nexport const it = loadMessages('es');")).toMatch(
    /host\.ts\(2,\d+\): error TS2345/,
  );
  expect(await check("import { screens } from 'hubs/remote';\nexport const it = screens;")).toMatch(
    /host\.ts\(1,\d+\): error TS2305/,
  );
});

test('the archive names no file of the machine that made it', () => {
  const texts = Object.entries(unzipSync(types.archive)).flatMap(([name, bytes]) => [
    name,
    Buffer.from(bytes).toString(),
  ]);
  expect(texts.filter((text) => text.includes(dirname(HUBS)) || text.includes('node_modules'))).toEqual([]);
});
