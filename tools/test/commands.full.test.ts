import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runCommand } from '../../scripts/processes/run-command.ts';
import { copySources } from '../../scripts/testing/source-copy.ts';
import type { SourceCopy } from '../../scripts/testing/source-copy.ts';

const CHANGED = 'mfe-hubs/src/features/hubs/hub-rights.ts';

let copy: SourceCopy;

beforeAll(async () => {
  copy = await copySources();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: copy.root,
      stdio: 'ignore',
    });
  git('init', '--initial-branch=main');
  for (const message of ['before', 'now']) {
    git('add', '--all');
    git('commit', '--allow-empty', '-m', message);
  }
});
afterAll(() => copy.remove());

/** Runs a script of package.json as npm does. */
async function npmRun(...args: readonly string[]) {
  // The lane of this test must not choose those of the command.
  const env = { NO_COLOR: '1', TEST_LANE: undefined, TEST_FULL: undefined, BASE_URL: undefined };
  return await runCommand({ file: 'npm', args: ['--silent', 'run', ...args], cwd: copy.root, env });
}

test('npm run check runs the tests of a changed line, and no others', async () => {
  // Without types: the copy shares its installation with the repository, so the compiler would see each package
  // twice.
  await copy.edit(CHANGED, (text) => `${text}// A line more.\n`);
  const { code, output } = await npmRun('check', '--', '--only', 'jest,lint,format');
  const [, passed] = /^(\d+) passed, 0 failed$/m.exec(output) ?? [];
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(Number(passed)).toBeGreaterThan(10);
  expect(Number(passed)).toBeLessThan(1000);
});

test.each([
  ['a Jest test', 'mfe-hubs/src/features/hubs/list-state.test.ts'],
  ['a source', CHANGED],
])('npm run test:one runs %s', async (_, file) => {
  const { code, output } = await npmRun('test:one', '--', file);
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/^Tests: +\d+ passed/m) });
});

test('npm run test:one runs the test at a line', async () => {
  const { code, output } = await npmRun('test:one', '--', 'mfe-hubs/src/features/hubs/list-state.test.ts:15');
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/^Tests: .*\b1 passed/m) });
});

test('npm run build builds the named part, and says which there are', async () => {
  expect(await npmRun('build', '--', 'mfe-developer')).toMatchObject({ code: 0 });
  const { code, output } = await npmRun('build', '--', 'mfe-nothing');
  expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining('mfe-developer') });
});
