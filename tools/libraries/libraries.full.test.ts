import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseArtifactManifest } from '@portal/contract/artifact';
import { overrideAddress } from '@portal/contract/override-address';
import { testInFull } from '@portal/node-kit/testing/test-in-full';
import { promoteAll } from '@portal/release/testing';
import { AUDIENCE, SampleService } from '@portal/release-service/testing';
import { freePort } from '@portal/node-kit/testing';
import { SamplePortal } from '@portal/web-server/testing';
import { parseProvenance } from '@portal/contract/provenance';
import * as v from 'valibot';
import { parse } from 'yaml';
import { emitDeclarations, sharedSources, describeSurface } from '@portal/federation/surface';
import { runCommand } from '../../scripts/processes/run-command.ts';
import { pnpm } from '../../scripts/bootstrap/install.mjs';
import { readPackage } from './libraries.ts';
import { publishLibraries } from './publish-libraries.ts';
import { startDevelopment } from './testing-development.ts';
import type { TestRegistry } from './testing-registry.ts';
import { startTestRegistry } from './testing-registry.ts';
import { copyFiles, shellExports } from './testing.ts';
import { writeLibraries } from './write-libraries.ts';

const ROOT = join(import.meta.dirname, '../..');
const NAME = 'mfe-bike-pass';
const PROJECT = 'acme/bike-pass';
const { version: VERSION } = readPackage(join(ROOT, 'packages/portal/ui'));
/** Without what Jest and npm tell their children. */
const OUTSIDE = { NO_COLOR: '1', FORCE_COLOR: undefined, NODE_OPTIONS: undefined, npm_lifecycle_event: undefined };
let folder: string;
let repository: string;
let registry: TestRegistry;

async function run(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
  cwd: string = repository,
) {
  return await runCommand({
    file: process.execPath,
    args,
    cwd,
    env: { ...OUTSIDE, ...env },
  });
}

/** Runs a tool of the new repository. @returns what it complains about. */
async function tool(path: string, ...args: readonly string[]): Promise<string> {
  const { code, output } = await run([join(repository, 'node_modules', path), ...args]);
  return code === 0 ? '' : output;
}

const release = async (words: readonly string[], env: Readonly<Record<string, string | undefined>> = {}) =>
  await run([join(repository, 'node_modules/@portal/release/dist/portal-release.js'), ...words], env);

const built = async (part: string, file: string): Promise<unknown> =>
  JSON.parse(await readFile(join(part, 'dist', file), 'utf8'));

/** Runs `create-remote` of the registry. */
const create = async (...words: readonly string[]) =>
  await runCommand({
    file: 'npx',
    args: ['--yes', `--@portal:registry=${registry.url}`, '@portal/create-remote', ...words],
    cwd: folder,
    env: { ...OUTSIDE, npm_config_cache: join(folder, 'npm-cache') },
  });

async function install() {
  const { command, args } = pnpm('install', '--prefer-offline');
  return await runCommand({ file: command, args, cwd: repository, env: OUTSIDE });
}

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'portal-another-')));
  registry = await startTestRegistry();
  await publishLibraries(ROOT, registry.url);
  const { code, output } = await create(NAME, '--registry', registry.url);
  if (code !== 0) throw new Error(output);
  repository = join(folder, NAME);
  const installed = await install();
  if (installed.code !== 0) throw new Error(installed.output);
});
afterAll(async () => {
  await registry.stop();
  await rm(folder, { recursive: true, force: true });
});

test('what the registry has is not published again', async () => {
  const said: string[] = [];
  await publishLibraries(ROOT, registry.url, (text) => said.push(text));
  expect(said.join('')).not.toContain('@portal/');
});

test('what the registry has with other files is named with the package that tells of it, and nothing is published', async () => {
  const other = await startTestRegistry();
  // Of the person who publishes.
  process.env['npm_config_min_release_age'] = '1';
  try {
    for (const name of ['@portal/ui', '@portal/development']) {
      const [, path = ''] = name.split('/');
      await mkdir(join(folder, path));
      await writeFile(join(folder, path, 'package.json'), JSON.stringify({ name, version: VERSION }));
      const args = ['publish', `--@portal:registry=${other.url}`, `--//${new URL(other.url).host}/:_authToken=any`];
      expect(await runCommand({ file: 'npm', args, cwd: join(folder, path), env: OUTSIDE })).toMatchObject({ code: 0 });
    }
    await expect(publishLibraries(ROOT, other.url)).rejects.toThrow('--patch @portal/federation,@portal/ui ');
    expect((await fetch(new URL('@portal%2fapi', other.url))).status).toBe(404);
  } finally {
    delete process.env['npm_config_min_release_age'];
    await other.stop();
  }
});

test.each([
  ['no registry', [], /^No registry is named\./],
  ['a public one', ['--registry', 'https://registry.npmjs.org'], /is public; the libraries are not\./],
])('to %s, nothing is published', async (_, words, why) => {
  const { code, output } = await run([join(import.meta.dirname, 'main.ts'), ...words], {}, ROOT);
  expect(output).toMatch(why);
  expect(code).toBe(1);
});

/** The texts of all files of the libraries, by path. */
async function writtenTexts(name: string): Promise<ReadonlyMap<string, string>> {
  const libraries = join(folder, name);
  await writeLibraries(ROOT, libraries);
  const entries = await readdir(libraries, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files.map(async (file) => [file.slice(libraries.length + 1), await readFile(file, 'utf8')] as const);
  return new Map(await Promise.all(texts));
}

testInFull('the same sources give the same libraries', async () => {
  expect(await writtenTexts('again')).toEqual(await writtenTexts('written'));
});

test('published libraries have code, declarations, a licence and a line about them, and no sources, ranges or paths of this workspace', async () => {
  const texts = await writtenTexts('written');
  const manifests = [...texts].filter(([file]) => file.endsWith('/package.json'));
  expect(manifests.length).toBeGreaterThan(7);
  for (const [file, text] of manifests) {
    const manifest: unknown = JSON.parse(text);
    expect(manifest).toMatchObject({ version: VERSION, license: 'UNLICENSED' });
    const name = `@portal/${basename(dirname(file))}`;
    expect(texts.get(file.replace('package.json', 'README.md'))).toMatch(new RegExp(`^# ${name}\n\n.+\\.\n$`));
    expect(text).not.toMatch(/workspace:|catalog:|src\//);
  }
  expect([...texts.keys()].filter((file) => /(?<!\.d)\.tsx?$/.test(file))).toEqual([]);
  for (const [file, text] of texts) expect([file, text.includes(ROOT)]).toEqual([file, false]);
});

test('every name of a published library has the signature of its source, so that what is built with it fits the same shells', async () => {
  const shell = join(ROOT, 'shell');
  const surfaces = [shell, repository].map(async (part) => {
    const sources = sharedSources(part);
    const { modules } = describeSurface(sources, await emitDeclarations(sources));
    return Object.fromEntries(
      [...modules].map(([module, names]) => [module, [...names].map(([name, { signature }]) => [name, signature])]),
    );
  });
  const [sources, packed] = await Promise.all(surfaces);
  expect(Object.keys(packed ?? {})).toContain('@portal/ui');
  expect(packed).toEqual(sources);
});

test('a new repository has everything that a remote needs, and no reference to the portal’s', async () => {
  const manifest = await readFile(join(repository, 'package.json'), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({
    name: NAME,
    dependencies: { '@portal/ui': 'catalog:', react: expect.stringMatching(/^\d/) },
    devDependencies: { '@portal/release': 'catalog:' },
  });
  expect(manifest).not.toMatch(/workspace:/);
  const workspace: unknown = parse(await readFile(join(repository, 'pnpm-workspace.yaml'), 'utf8'));
  expect(workspace).toMatchObject({ catalog: { '@portal/ui': VERSION, '@portal/release': VERSION } });
  const readme = await readFile(join(repository, 'README.md'), 'utf8');
  expect(readme).toMatch(/^# mfe-bike-pass\n/);
  expect(readme).not.toMatch(/%[A-Z]+%/);
});

test('without the line that names the registry, or by npm, nothing of the portal is installed', async () => {
  const pin = join(repository, '.npmrc');
  const text = await readFile(pin, 'utf8');
  expect(text).toContain(`@portal:registry=${registry.url}`);
  try {
    for (const other of ['', text.replace('@portal:registry', '# @portal:registry')]) {
      await writeFile(pin, other);
      const { code, output } = await install();
      expect(output.replaceAll(/\s+/g, ' ')).toContain('.npmrc has no line "@portal:registry=…"');
      expect(code).not.toBe(0);
    }
  } finally {
    await writeFile(pin, text);
  }
  const byNpm = await runCommand({ file: 'npm', args: ['install', '--json'], cwd: repository, env: OUTSIDE });
  expect(byNpm).toMatchObject({ code: 1, output: expect.stringContaining('EUNSUPPORTEDPROTOCOL') });
  expect(await install()).toMatchObject({ code: 0 });
});

const JobsSchema = v.record(
  v.string(),
  v.looseObject({ script: v.optional(v.array(v.string())), rules: v.optional(v.array(v.unknown())) }),
);

test.each([
  ['a second one of its name', [NAME, '--registry', 'https://npm.example.com'], /"mfe-bike-pass" is taken/],
  ['no name', [], /^It takes one name[^]*Usage: create-remote mfe-NAME --registry URL/],
  ['no registry', ['mfe-other'], /^No registry is named\./],
])('a repository with %s is refused', async (_, words, why) => {
  const { code, output } = await create(...words);
  expect(output).toMatch(why);
  expect(code).toBe(1);
});

test('its pipeline releases to everybody only when a person starts that job, and has no secret', async () => {
  const text = await readFile(join(repository, '.gitlab-ci.yml'), 'utf8');
  const {
    variables,
    stages,
    default: common,
    workflow: _,
    ...jobs
  }: Record<string, unknown> = v.parse(v.record(v.string(), v.unknown()), parse(text));
  expect(stages).toEqual(['test', 'publish', 'canary', 'judge', 'full']);
  expect(Object.keys(v.parse(v.record(v.string(), v.string()), variables))).not.toContain('RELEASE_TOKEN');
  expect(common).toMatchObject({ id_tokens: { RELEASE_TOKEN: { aud: '$RELEASE_SERVICE' } } });
  const full = Object.entries(v.parse(JobsSchema, jobs)).filter(([, { script }]) =>
    script?.join().includes('portal-pipeline full'),
  );
  expect(full).toMatchObject([['full', { rules: [{ when: 'manual' }] }]]);
});

test('its types and its format are right, by the declarations of the libraries', async () => {
  expect(await tool('typescript/bin/tsc', '-p', 'tsconfig.browser.json')).toBe('');
  expect(await tool('typescript/bin/tsc', '-p', 'tsconfig.node.json')).toBe('');
  expect(await tool('oxfmt/bin/oxfmt', '--check')).toBe('');
});

test('built there and built here, a remote imports the same names with the same signatures and may read the same early, so that it fits the same shells', async () => {
  const declared = join(repository, 'remote.json');
  const text = await readFile(declared, 'utf8');
  await writeFile(declared, text.replace('"skeleton": "form"', '"skeleton": "form",\n      "reads": ["hubs"]'));
  const here = join(folder, 'here', NAME);
  await copyFiles(repository, here, ['node_modules', 'dist']);
  await symlink(join(ROOT, 'mfe-hubs/node_modules'), join(here, 'node_modules'));
  for (const part of [repository, here]) {
    const { code, output } = await runCommand({
      file: process.execPath,
      args: [join(part, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'],
      cwd: part,
      env: { NODE_ENV: 'production', NODE_OPTIONS: undefined },
    });
    expect(code === 0 ? '' : output).toBe('');
  }
  const [there, same] = await Promise.all(
    [repository, here].map(async (part) => parseArtifactManifest(part, await built(part, 'manifest.json'))),
  );
  expect(there?.shared?.imports).toMatchObject({ '@portal/ui': ['Card', 'PageBody', 'PageHead'] });
  expect(there?.shared).toEqual(same?.shared);
  expect(there?.safeReads).toEqual(['hubs']);
  expect(there?.declaration).toEqual(same?.declaration);
  const [tools, sameTools] = await Promise.all(
    [repository, here].map(async (part) => parseProvenance(part, await built(part, 'provenance.json')).tools),
  );
  // Only an installed repository knows its package manager.
  expect(tools).toMatchObject(sameTools ?? {});
});

test('its development server shows it in a running portal, beside a development backend, and builds each change', async () => {
  const portal = await SamplePortal.released();
  const { url: released } = await portal.start();
  const development = await startDevelopment(repository, ['--portal', released]);
  try {
    const page = await (await fetch(`${development.url}/bike-pass`)).text();
    expect(page).toMatch(/\/assets\/mfe-bike-pass\/entry\.\w+\.js/);
    expect(page).toContain('__developmentPage');
    expect((await fetch(`${development.backend}/openapi.json`)).status).toBe(200);
    const entry = overrideAddress(development.url, { part: 'mfe-bike-pass', version: '1.0.0' });
    const taken = await fetch(entry, { headers: { origin: released } });
    expect(taken.headers.get('access-control-allow-origin')).toBe(released);
    expect(await taken.text()).toMatch(/\/assets\/mfe-bike-pass\/entry\.\w+\.js/);
    expect(await (await fetch(`${development.url}/development-page.js`)).text()).toContain('asReleased');
    const builds = development.builds();
    const { value: first } = await builds.next();
    const file = join(repository, 'src/pages/bike-pass-page.tsx');
    await writeFile(file, `${await readFile(file, 'utf8')}\nexport const changed = true;\n`);
    const { value: second } = await builds.next();
    expect([first, second]).toEqual([expect.any(String), expect.any(String)]);
    expect(second).not.toBe(first);
  } finally {
    await development.stop();
    await portal.remove();
  }
});

test('its catalogue has the states of its pages', async () => {
  const catalogue = await startDevelopment(repository, ['catalogue']);
  try {
    const read = async (path: string) => await (await fetch(`${catalogue.url}${path}`)).text();
    expect(await read('/state.html')).toContain('main.js');
    const code = await read('/main.js');
    expect(code).toContain('./pages/bike-pass-page.states.tsx');
    expect(code).not.toContain('Module not found');
  } finally {
    await catalogue.stop();
  }
});

test.each([
  [['--portal', 'http://localhost:1'], /The other parts cannot be read: .*does not answer/],
  [['mfe-hubs'], /There is no part "mfe-hub/],
])('its development server refuses %j, with the reason', async (words, why) => {
  const program = join(repository, 'node_modules/@portal/development/dist/portal-dev.js');
  const { code, output } = await run([program, ...words], {
    PORTAL_PORT: String(await freePort()),
    BACKEND_PORT: String(await freePort()),
  });
  expect(output).toMatch(why);
  expect(output).not.toContain('    at ');
  expect(code).toBe(1);
});

test('the release command publishes it, alone and under the name by which it was called', async () => {
  const folderStore = ['--store', join(folder, 'store')];
  const published = await release(['publish', '.', '--ahead', ...folderStore]);
  expect(published.output).toMatch(/^mfe-bike-pass 1\.0\.0 is published\./m);
  expect(published.output).toContain('portal-release promote mfe-bike-pass@1.0.0 --reason "…"');
  expect(published.output).not.toContain('npm run release');
  const again = await release(['publish', '.', '--ahead', ...folderStore], { npm_lifecycle_event: 'npx' });
  expect(again.output).toContain('Raise "version" in package.json, then: npm run build');
  expect(again.output).toContain('npx portal-release promote');
});

test('with the tokens of its jobs it is published, given to a tenth and to everybody through the service, and no other part changes', async () => {
  const service = await SampleService.start();
  try {
    const subject = `project_path:${PROJECT}:ref_type:branch:ref:main`;
    const who = { issuer: service.pipelines.url, subject, claims: { ref_protected: 'true' } };
    await service.configure({ rules: [{ who, may: ['publish', 'canary', 'promote', 'rollback'], parts: [NAME] }] });
    const job = async (...words: string[]) =>
      await release(words, {
        RELEASE_SERVICE: service.origin,
        RELEASE_TOKEN: await service.pipelines.workloadToken(AUDIENCE, { project: PROJECT }),
      });
    await service.sample.publish('shell', '2.0.0', { shared: await shellExports() });
    await promoteAll(service.sample.store, { shell: '2.0.0' });
    const why = ['--reason', 'A first look'];
    expect(await job('publish', '.')).toMatchObject({ code: 0, output: expect.stringContaining('is published.') });
    expect(await job('canary', `${NAME}@1.0.0`, '10%', ...why)).toMatchObject({ code: 0 });
    expect(await job('promote', `${NAME}@1.0.0`, ...why)).toMatchObject({ code: 0 });
    const live = await service.sample.store.latestRelease();
    expect(live).toMatchObject({
      createdBy: expect.stringContaining(PROJECT),
      remotes: { [NAME]: { version: '1.0.0' } },
    });
    expect(await job('rollback', 'mfe-hubs', '--to', 'none', ...why)).toMatchObject({
      code: 3,
      output: expect.stringContaining('[not-allowed]'),
    });
    expect(await service.sample.store.latestRelease()).toEqual(live);
  } finally {
    await service.stop();
  }
});

/** What Node got after 20.19, as code uses it, but for what packages/releases/core/src/cli/node-polyfills.ts adds. */
const NEWER_THAN_NODE_20 =
  /\b(Object\.groupBy|Array\.fromAsync|Promise\.try|RegExp\.escape|Error\.isError|Iterator\.from|DisposableStack|import\.meta\.main|node:sqlite)\b|\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/g;

test('the release command uses nothing that Node 20.19 lacks', async () => {
  const code = await readFile(join(repository, 'node_modules/@portal/release/dist/portal-release.js'), 'utf8');
  expect(code.match(NEWER_THAN_NODE_20) ?? []).toEqual([]);
});
