import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { PlainError } from '@portal/node-kit/plain-error';
import { LIBRARIES, readPackage } from '../libraries/libraries.ts';
import { checkChangesets } from './check-changesets.ts';
import { reportText } from './report-text.ts';

const ROOT = join(import.meta.dirname, '../..');

const isShallow =
  execFileSync('git', ['rev-parse', '--is-shallow-repository'], { cwd: ROOT, encoding: 'utf8' }).trim() === 'true';

// A shallow clone lacks the last version; a skipped test is listed by its name.
(isShallow ? describe.skip : describe)('with the whole history (git fetch --unshallow)', () => {
  test('each change of a surface since the last version is in a changeset', async () => {
    expect(await checkChangesets(ROOT)).toEqual([]);
  });
});

test('all that another repository installs has one version', async () => {
  const config = JSON.parse(await readFile(join(ROOT, '.changeset/config.json'), 'utf8')) as { fixed: string[][] };
  const programs = ['build/create-remote', 'releases/core'];
  const packages = [...LIBRARIES.map(({ folder }) => folder), ...programs].map((folder) =>
    readPackage(join(ROOT, 'packages', folder)),
  );
  expect(config.fixed).toEqual([packages.map(({ name }) => name).toSorted()]);
  expect(new Set(packages.map(({ version }) => version)).size).toBe(1);
});

describe('after a version', () => {
  const folder = 'packages/portal/ui';
  let root: string;

  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=anna', '-c', 'user.email=anna@example.com', ...args], { cwd: root });
  async function write(file: string, text: string): Promise<void> {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  async function commit(): Promise<void> {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'A change');
  }
  const setVersion = async (version: string, more: object = {}) =>
    await write(`${folder}/package.json`, JSON.stringify({ name: '@portal/ui', version, ...more }, null, 2));
  const report = async (text: string, breaks = 0) =>
    await write(`${folder}/api-report.txt`, reportText('/p', new Map([['/p/src/index', text]]), breaks));
  const changeset = async (bump: string, name = '@portal/ui') =>
    await write(`.changeset/${bump}.md`, `---\n'${name}': ${bump}\n---\n\nA reason.\n`);

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'portal-changesets-'));
    git('init', '--quiet');
    await write('.changeset/config.json', '{}');
    await report('export declare function one(): void;\n');
    await setVersion('1.0.0');
    await commit();
    await report('export declare function two(): void;\n');
    await setVersion('1.1.0');
    await commit();
    await setVersion('1.1.0', { description: 'Something else' });
    await commit();
  });
  afterEach(() => rm(root, { recursive: true }));

  test('nothing is needed while the surface is that of the version', async () => {
    expect(await checkChangesets(root)).toEqual([]);
  });

  const ADDED = 'export declare function two(): void;\nexport declare function three(): void;\n';
  const ADD = 'npm run changeset -- --minor @portal/ui';
  const REMOVE = 'npm run changeset -- --major @portal/ui';
  test.each([
    ['what is new needs a changeset', ADDED, 0, [], [ADD]],
    ['a patch is too little for what is new', ADDED, 0, ['patch'], [ADD]],
    ['minor is enough for what is new', ADDED, 0, ['minor'], []],
    ['minor is too little for what is gone', '', 1, ['patch', 'minor'], [REMOVE]],
    ['major is enough for what is gone', '', 1, ['minor', 'major'], []],
  ])('%s, committed or not', async (_, surface, breaks, bumps, remedy) => {
    await report(surface, breaks);
    for (const bump of bumps) await changeset(bump);
    const remedies = async () =>
      (await checkChangesets(root)).map((sentence) => / (npm run [^"]+) -m /.exec(sentence)?.[1]);
    expect(await remedies()).toEqual(remedy);
    await commit();
    expect(await remedies()).toEqual(remedy);
  });

  test('the changeset of another package does not count', async () => {
    await report(ADDED);
    await changeset('major', '@portal/api');
    expect(await checkChangesets(root)).toHaveLength(1);
  });

  test('a new version has what was new', async () => {
    await report(ADDED);
    await setVersion('1.2.0');
    expect(await checkChangesets(root)).toEqual([]);
    await commit();
    expect(await checkChangesets(root)).toEqual([]);
  });

  test('without the whole history, it says what to do', async () => {
    const shallow = await mkdtemp(join(tmpdir(), 'portal-shallow-'));
    git('clone', '--quiet', '--depth', '1', `file://${root}`, shallow);
    await expect(checkChangesets(shallow)).rejects.toThrow(PlainError);
    await rm(shallow, { recursive: true });
  });
});
