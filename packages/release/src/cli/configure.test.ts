import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SampleStore } from '../operations/testing.ts';
import { askRelease, runRelease } from './testing.ts';

const ISSUER = 'https://login.example.com';
const ACCESS = {
  issuers: [{ issuer: ISSUER, audiences: ['release-command'], kind: 'person', name: 'email' }],
  rules: [{ who: { issuer: ISSUER, role: 'release-manager' }, may: ['promote', 'configure'], parts: '*' }],
  approvals: [{ changes: ['promote'], parts: ['mfe-hubs'] }],
};

let sample: SampleStore;
let store: readonly string[];
let file = '';
beforeAll(async () => {
  sample = await SampleStore.make('folder');
  store = ['--store', join(sample.folder, 'store')];
  file = join(sample.folder, 'access.json');
});
afterAll(() => sample.remove());

const configure = async (access: object, ...options: readonly string[]) => {
  await writeFile(file, JSON.stringify(access));
  return runRelease(['configure', file, '--by', 'an operator', ...options, ...store]);
};

test('says how to begin while there are no access rules', async () => {
  expect((await runRelease(['configure', ...store])).stdout).toContain('npm run release -- configure access.json');
});

test('writes the rules, and lists who may do what, who wrote them and why', async () => {
  expect(await configure(ACCESS, '--reason', 'the first rules', '--expect', '0')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Version 1 of the access rules counts now.'),
  });
  const { stdout } = await runRelease(['configure', ...store]);
  expect(stdout).toContain('by an operator: the first rules');
  expect(stdout).toContain(`role release-manager, of ${ISSUER}: promote, configure (all parts)`);
  expect(stdout).toContain('A second person’s yes: promote (mfe-hubs)');
  expect(await askRelease(['configure', ...store])).toMatchObject({ configurations: [{ number: 1, access: ACCESS }] });
});

test('says that only an operator can change rules by which nobody may configure', async () => {
  const { stdout } = await configure({ ...ACCESS, rules: [] }, '--reason', 'locked');
  expect(stdout).toContain('only an operator can');
});

test.each<[string, object, readonly string[], number, string]>([
  ['without a reason', ACCESS, [], 2, 'needs --reason'],
  ['with a mistake in the file', { ...ACCESS, owner: 'anna' }, ['--reason', 'x'], 2, 'owner'],
  ['on top of other rules than those that count', ACCESS, ['--reason', 'x', '--expect', '1'], 3, 'changed meanwhile'],
])('changes nothing %s', async (_what, access, options, code, words) => {
  const before = await sample.store.driver.list('configuration/');
  const answer = await configure(access, ...options);
  expect([answer.code, answer.stderr]).toEqual([code, expect.stringContaining(words)]);
  expect(await sample.store.driver.list('configuration/')).toEqual(before);
});

test('still lists the others when one cannot be read, and verify names it', async () => {
  await sample.write('configuration/000001.json', '{}');
  expect((await runRelease(['configure', ...store])).stdout).toMatch(/^2 .*locked\n1 {2}WARNING: .*is damaged/m);
  const verified = await runRelease(['verify', ...store]);
  expect([verified.code, verified.stdout]).toEqual([5, expect.stringContaining('configuration/000001.json')]);
});
