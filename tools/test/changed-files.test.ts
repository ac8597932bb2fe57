import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PlainError } from '@portal/node-kit/plain-error';
import { listChangedFiles } from './changed-files.ts';

let root = '';
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: root, stdio: 'ignore' });

async function commit(file: string) {
  await writeFile(join(root, file), file);
  git('add', '.');
  git('commit', '-m', file);
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'changed-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

test('changed files are those since the main branch, on it since the parent commit, and what is not committed', async () => {
  expect(() => listChangedFiles(root)).toThrow(PlainError);
  git('init', '--initial-branch=main');
  await commit('first.ts');
  await commit('second.ts');
  expect(listChangedFiles(root)).toEqual(['second.ts']);
  git('switch', '-c', 'work');
  await commit('third.ts');
  await commit('fourth.ts');
  await writeFile(join(root, 'new.ts'), '');
  await writeFile(join(root, 'first.ts'), 'edited');
  expect(listChangedFiles(root)).toEqual(['first.ts', 'fourth.ts', 'new.ts', 'third.ts']);
});
