import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Progress } from '../progress.mjs';
import { PlainError } from '@portal/node-kit/plain-error';
import { readAdd } from './add.mjs';
import { FROZEN, install, isInstalled, UPDATING } from './install.mjs';

let root = '';
const notes: string[] = [];
const progress: Progress = {
  step: async (_title, work) => await work((detail) => notes.push(detail)),
  print: () => {},
};
const createInstaller = (code: string) => ({ command: process.execPath, args: ['-e', code] });
const SUCCEEDS = createInstaller("console.log('Progress: resolved 12, reused 3, downloaded 9, added 12')");

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'install-'));
  notes.length = 0;
  await mkdir(join(root, 'packages/portal/contract'), { recursive: true });
  for (const file of [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'package.json',
    'packages/portal/contract/package.json',
  ]) {
    await writeFile(join(root, file), '{}');
  }
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

test('nothing is installed in a fresh clone', () => {
  expect(isInstalled(root)).toBe(false);
});

test('an installation is valid until something that it depends on changes', async () => {
  await install(root, progress, SUCCEEDS);
  expect(isInstalled(root)).toBe(true);
  await writeFile(join(root, 'packages/portal/contract/package.json'), '{ "dependencies": { "valibot": "catalog:" } }');
  expect(isInstalled(root)).toBe(false);
  await install(root, progress, SUCCEEDS);
  expect(isInstalled(root)).toBe(true);
  await rm(join(root, 'node_modules'), { recursive: true });
  expect(isInstalled(root)).toBe(false);
});

test('what an installation does not read may change: a version, a script, what a package exports', async () => {
  await install(root, progress, SUCCEEDS);
  const edited = { version: '2.0.0', scripts: { start: 'node .' }, exports: { '.': './src/index.ts' } };
  await writeFile(join(root, 'packages/portal/contract/package.json'), JSON.stringify(edited));
  expect(isInstalled(root)).toBe(true);
});

test.each(['{ "name": ', 'null'])('a package.json that cannot be read (%s) is left to the installer', async (text) => {
  await install(root, progress, SUCCEEDS);
  await writeFile(join(root, 'packages/portal/contract/package.json'), text);
  expect(isInstalled(root)).toBe(false);
});

test.each([FROZEN, UPDATING])('asks no registry for what npm has: %j', ({ args }) => {
  expect(args.slice(0, args.indexOf('install'))).toContain('--prefer-offline');
});

test('shows the installer’s progress', async () => {
  await install(root, progress, SUCCEEDS);
  expect(notes).toEqual(['resolved 12, reused 3, downloaded 9']);
});

test('a failed installation shows the installer’s output, and does not count', async () => {
  const fails = createInstaller("console.error('no such version'); process.exit(1)");
  await expect(install(root, progress, fails)).rejects.toThrow('The installation failed:\nno such version');
  expect(isInstalled(root)).toBe(false);
});

test.each([
  [
    'npm',
    'npm error code EACCES\nnpm error syscall mkdir\nnpm error path /home/other/.npm\nnpm error errno EACCES',
    '/home/other/.npm',
  ],
  ['npm', 'npm error code EROFS\nnpm error path /home/me/.npm/_cacache/tmp', '/home/me/.npm/_cacache/tmp'],
  ['pnpm', "EACCES: permission denied, mkdir '/home/other/.local/share/pnpm'", '/home/other/.local/share/pnpm'],
])('names the folder that %s may not write to in one sentence', async (_, output, folder) => {
  const fails = createInstaller(`console.error(${JSON.stringify(output)}); process.exit(1)`);
  await expect(install(root, progress, fails)).rejects.toThrow(
    `The installation may not write to ${folder}: give this folder to your user, or set HOME to a folder in which npm may keep packages.`,
  );
});

test('names the command that brings the lock file up to date, not a program that is not installed', async () => {
  const output = [
    'Error: ERR_PNPM_OUTDATED_LOCKFILE',
    "specifiers in the lockfile don't match specifiers in package.json:",
    '* in importers["mfe-a"]:',
    '* 1 dependency was added: valibot@catalog:',
    'help: Regenerate the lockfile with `pnpm install --lockfile-only`',
  ].join('\n');
  const fails = createInstaller(`console.error(${JSON.stringify(output)}); process.exit(1)`);
  const failure = await install(root, progress, fails).catch((error: unknown) => String(error));
  expect(failure).toMatch(/mfe-a\/package\.json.*npm run add/s);
  expect(failure).not.toContain('pnpm install');
});

test('says what to do about another version than that of the catalog', async () => {
  const fails = createInstaller("console.error('Error: ERR_PNPM_CATALOG_VERSION_MISMATCH'); process.exit(1)");
  await expect(install(root, progress, fails)).rejects.toThrow(/^The catalog .* without a version .*npm run add/);
});

test.each([
  [
    ['mfe-a', 'valibot', 'zod@4.0.0'],
    ['mfe-a', 'add', '--save-exact', 'valibot', 'zod@4.0.0'],
  ],
  [
    ['packages/portal/ui', '--dev', 'jest'],
    ['packages/portal/ui', 'add', '--save-exact', '--save-dev', 'jest'],
  ],
  [[], ['install', '--no-frozen-lockfile']],
])('npm run add %j runs the package manager', async (words, wanted) => {
  const { command, args } = readAdd(words);
  expect(command).toBe('npx');
  expect(wanted.filter((word) => !args.includes(word))).toEqual([]);
});

test.each([[['mfe-a']], [['--dev']], [['mfe-a', '--force', 'valibot']]])('npm run add refuses %j', (words) => {
  expect(() => readAdd(words)).toThrow('npm run add -- FOLDER');
});

test('reports a missing installer', async () => {
  await expect(install(root, progress, { command: join(root, 'npx'), args: [] })).rejects.toThrow(PlainError);
});
