import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { buildParts } from './build-parts.ts';
import type { BuildReport } from './build-parts.ts';

const PARTS = ['shell', 'mfe-account', 'mfe-hubs', 'mfe-legal'];

/** Shared packages and their own dependencies. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  session: ['contract'],
  api: ['session'],
  ui: [],
  federation: ['contract'],
};
const ALL_BUILT: BuildReport = { built: PARTS, reused: [] };
const ALL_REUSED: BuildReport = { built: [], reused: PARTS };

let root = '';
let running = 0;
let most = 0;
const suffixes = new Map<string, string>();

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
}

/** Writes a package.json with workspace packages as dependencies and development dependencies. */
async function writePackage(
  folder: string,
  needed: readonly string[],
  builtWith: readonly string[] = [],
): Promise<void> {
  const versions = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [`@portal/${name}`, 'workspace:*']));
  const document = { dependencies: { react: '1.0.0', ...versions(needed) }, devDependencies: versions(builtWith) };
  await write(`${folder}/package.json`, JSON.stringify(document));
}

async function fakeBuild(part: string, versionSuffix: string, begun = async () => {}): Promise<void> {
  running += 1;
  most = Math.max(most, running);
  suffixes.set(part, versionSuffix);
  await begun();
  await write(`${part}/dist/manifest.json`, `{"version":"1.0.0-${versionSuffix}"}`);
  running -= 1;
}

/** Ends only once two builds have begun, however slow the file system is. */
async function buildBesideAnother(part: string, versionSuffix: string): Promise<void> {
  await fakeBuild(part, versionSuffix, async () => {
    while (suffixes.size < 2) await setImmediate();
  });
}

async function run(build = fakeBuild): Promise<BuildReport> {
  const cacheFolder = join(root, '.portal/build-cache');
  return await buildParts({ root, cacheFolder, startBuilder: () => ({ build, close: () => {} }), note: () => {} });
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'build-'));
  running = 0;
  most = 0;
  suffixes.clear();
  for (const part of PARTS) {
    await write(`${part}/src/index.ts`, `export const name = '${part}';`);
    if (part !== 'shell') await write(`${part}/remote.json`, '{}');
    await writePackage(part, ['api', 'ui'], ['federation']);
  }
  for (const [name, needed] of Object.entries(SHARED)) {
    await write(`packages/portal/${name}/src/index.ts`, '');
    await writePackage(`packages/portal/${name}`, needed);
  }
  for (const file of [
    'pnpm-lock.yaml',
    'packages/build/remote-kit/src/tsconfig.base.json',
    'tsconfig.browser.json',
    'tsconfig.node.json',
  ]) {
    await write(file, '');
  }
});
afterEach(async () => {
  delete process.env['FEDERATION_RUNTIME'];
  await rm(root, { recursive: true, force: true });
});

test('the first run builds everything, two parts at a time', async () => {
  expect(await run(buildBesideAnother)).toEqual(ALL_BUILT);
  expect(most).toBe(2);
});

test('the largest part is among the first two: what takes longest must not be left for the end', async () => {
  await write('mfe-hubs/src/large.ts', 'x'.repeat(1000));
  await run(buildBesideAnother);
  expect([...suffixes.keys()].slice(0, 2)).toContain('mfe-hubs');
});

test('an unchanged part is not built again', async () => {
  await run();
  expect(await run()).toEqual(ALL_REUSED);
});

test('another run time of Module Federation builds everything, with new versions, and going back brings the former ones', async () => {
  await run();
  const before = new Map(suffixes);
  process.env['FEDERATION_RUNTIME'] = 'enhanced';
  expect(await run()).toEqual(ALL_BUILT);
  expect(suffixes.get('mfe-hubs')).not.toBe(before.get('mfe-hubs'));
  delete process.env['FEDERATION_RUNTIME'];
  expect(await run()).toEqual(ALL_BUILT);
  expect(suffixes).toEqual(before);
});

test("a change in one part's folder builds that part alone, with a new version", async () => {
  await run();
  const before = suffixes.get('mfe-hubs');
  expect(before).toMatch(/^local\.[0-9a-f]{8}$/);
  await write('mfe-hubs/src/page.ts', '');
  expect((await run()).built).toEqual(['mfe-hubs']);
  expect(suffixes.get('mfe-hubs')).not.toBe(before);
});

test.each([
  ...Object.keys(SHARED).map((name) => `packages/portal/${name}/src/new.ts`),
  'pnpm-lock.yaml',
  'packages/build/remote-kit/src/tsconfig.base.json',
])('a change of %s builds all parts', async (file) => {
  await run();
  await write(file, 'changed');
  expect(await run()).toEqual(ALL_BUILT);
});

test.each([
  'mfe-hubs/src/page.test.tsx',
  'mfe-hubs/src/page.states.tsx',
  'mfe-hubs/node_modules/react/index.js',
  'packages/releases/core/src/store/store.ts',
  'packages/maps/src/index.ts',
  'packages/portal/contract/README.md',
  'README.md',
])('a change of %s builds nothing', async (file) => {
  await run();
  await write(file, 'changed');
  expect(await run()).toEqual(ALL_REUSED);
});

test('a shared package that one part has started to use rebuilds this part when it changes', async () => {
  await writePackage('mfe-hubs', ['maps'], ['federation']);
  await writePackage('packages/maps', []);
  await run();
  await write('packages/maps/src/index.ts', 'changed');
  expect((await run()).built).toEqual(['mfe-hubs']);
});

test('a build that is missing or from another source is built again', async () => {
  await run();
  await rm(join(root, 'mfe-hubs/dist'), { recursive: true });
  await write('mfe-legal/dist/manifest.json', '{"version":"1.0.0"}');
  expect((await run()).built).toEqual(['mfe-hubs', 'mfe-legal']);
});

test('a failed build is reported, starts no other, and is retried by the next run', async () => {
  const begun: string[] = [];
  const failing = async (part: string): Promise<void> => {
    begun.push(part);
    await Promise.reject(new Error(`${part}: syntax error`));
  };
  await expect(run(failing)).rejects.toThrow('mfe-account: syntax error');
  expect(begun.toSorted()).toEqual(['mfe-account', 'mfe-legal']);
  expect(await run()).toEqual(ALL_BUILT);
});

test('a new remote is built, and a folder that is not a remote is skipped', async () => {
  await run();
  await write('mfe-demo/remote.json', '{}');
  await writePackage('mfe-demo', ['ui'], ['federation']);
  await write('mfe-gone/dist/manifest.json', '{}');
  expect(await run()).toEqual({ built: ['mfe-demo'], reused: PARTS });
});

test('a build without a manifest counts as failed', async () => {
  await expect(run(async () => {})).rejects.toThrow('mfe-account: the build left no dist/manifest.json.');
});

test('an aborted build is not taken for the previous one', async () => {
  await run();
  const before = await readFile(join(root, 'shell/src/index.ts'), 'utf8');
  await write('shell/src/index.ts', 'broken');
  await expect(run(async () => await Promise.reject(new Error('no')))).rejects.toThrow('no');
  await write('shell/src/index.ts', before);
  expect((await run()).built).toEqual(['shell']);
});
