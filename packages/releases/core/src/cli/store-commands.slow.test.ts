import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newKey, readSigner } from '../release-log/signed-note.ts';
import { SampleStore } from '../operations/testing.ts';
import { openFolderStore } from '../store/store.ts';
import { promoteAll } from '../testing.ts';
import { askRelease, runRelease } from './testing.ts';

let sample: SampleStore;
let store: readonly string[];
const WHY = ['--reason', 'to try', '--by', 'anna'] as const;
const release = (...args: readonly string[]) => runRelease([...args, ...store]);
const ask = (...args: readonly string[]) => askRelease([...args, ...store]);
const file = (name: string) => join(sample.folder, name);

beforeEach(async () => {
  sample = await SampleStore.make('folder');
  store = ['--store', file('store')];
});
afterEach(() => sample.remove());

test('a release is proved by a file and the files that a browser got, without the store', async () => {
  expect(await release('store', 'prove', '1', '--file', file('proof'))).toMatchObject({ code: 0 });
  const { entry } = await sample.store.readManifest('mfe-hubs', '1.0.0');
  const served = file(entry);
  await writeFile(served, await readFile(file(`store/artifacts/mfe-hubs/${entry}`)));
  await rm(file('store'), { recursive: true });
  const checked = await release('store', 'check-proof', file('proof'), served);
  expect(checked).toMatchObject({ code: 0, stderr: '' });
  for (const fact of ['Release 1', 'a test (the first)', `${entry}: `, 'artifacts/shell/versions/1.0.0.json: '])
    expect(checked.stdout).toContain(fact);
  await writeFile(served, 'other bytes');
  expect(await release('store', 'check-proof', file('proof'), served)).toMatchObject({ code: 3 });
  expect(await release('store', 'check-proof', file('proof'), file('entry.0123456789abcdef.js'))).toMatchObject({
    code: 3,
  });
});

test('a proof of what is no number of a release is refused, and says which word it is', async () => {
  const refused = { code: 2, stderr: expect.stringMatching(/RELEASE.*"ten"/) };
  expect(await release('store', 'prove', 'ten')).toMatchObject(refused);
});

test('a proof that was altered, or is signed by strangers, is refused', async () => {
  await release('store', 'prove', '--file', file('proof'));
  const proof = await readFile(file('proof'), 'utf8');
  for (const [from, to] of [
    ['the first', 'the FIRST'],
    ['"index": 4', '"index": 3'],
    [String.raw`\n5\n`, String.raw`\n6\n`],
  ] as const) {
    await writeFile(file('forged'), proof.replace(from, to));
    expect(await release('store', 'check-proof', file('forged'))).toMatchObject({ code: 3, stdout: '' });
  }
  await writeFile(file('other-keys'), `${readSigner(newKey()).vkey}\n`);
  expect(await release('store', 'check-proof', file('proof'), '--keys', file('other-keys'))).toMatchObject({ code: 3 });
});

test('keys are listed, added and retired; each change stays in the log', async () => {
  const other = readSigner(newKey()).vkey;
  const listed = (await ask('store', 'keys')) as { own: string; keys: unknown };
  expect(listed.keys).toEqual([{ key: listed.own, role: 'break-glass' }]);
  expect(await release('store', 'keys', 'add', other, '--role', 'service', ...WHY)).toMatchObject({ code: 0 });
  expect(await release('promote', 'mfe-hubs@1.0.0', '--urgent', ...WHY)).toMatchObject({ code: 0 });
  expect((await release('history', '--limit', '1')).stdout).toContain('by anna (break-glass): to try');
  expect((await release('status')).stdout).toContain('by anna (break-glass)');
  expect(await release('store', 'keys', 'retire', other, ...WHY)).toMatchObject({ code: 0 });
  expect(await ask('store', 'keys', 'retire', listed.own, ...WHY)).toMatchObject({
    code: 5,
    error: { log: 'not-allowed' },
  });
  expect(await release('store', 'keys', 'add', 'nothing', ...WHY)).toMatchObject({ code: 2 });
  expect(await release('store', 'keys', 'add', other)).toMatchObject({ code: 2 });
  expect(await release('store', 'verify')).toMatchObject({ code: 0 });
});

test('a machine without a key that the log names is refused with the remedy, and no key is made for that', async () => {
  await rm(file('release-key.pem'));
  const other = readSigner(newKey()).vkey;
  const elsewhere = ['--store', file('elsewhere')];
  for (const refused of [
    () => release('promote', 'mfe-hubs@1.0.0', '--urgent', ...WHY),
    () => release('store', 'keys', 'add', other, ...WHY),
    () => runRelease(['store', 'keys', 'add', other, ...WHY, ...elsewhere]),
    () => runRelease(['publish', file('nothing'), ...elsewhere]),
  ]) {
    expect((await refused()).code).toBeGreaterThan(1);
    expect(await readdir(sample.folder)).toEqual(expect.not.arrayContaining(['release-key.pem', 'elsewhere']));
  }
  expect((await release('promote', 'mfe-hubs@1.0.0', '--urgent', ...WHY)).stderr).toContain(
    'npm run release -- store keys add KEY',
  );
  const { own } = (await ask('store', 'keys')) as { own: string };
  expect(await release('promote', 'mfe-hubs@1.0.0', '--urgent', ...WHY)).toMatchObject({
    code: 5,
    stderr: expect.stringContaining(`npm run release -- store keys add ${own}`),
  });
  expect((await openFolderStore(file('store'), { state: sample.folder }).releaseNumbers()).length).toBe(1);
});

test.each<readonly [string, string, () => Promise<void>]>([
  ['without its log', 'missing', () => rm(file('store/log'), { recursive: true })],
  [
    'in another format',
    'format',
    async () => {
      const entry = file('store/log/000000.json');
      await writeFile(entry, (await readFile(entry, 'utf8')).replace(/"schema": \d+/, '"schema": 5'));
    },
  ],
])('a store %s is refused, and stays as it is', async (_, log, change) => {
  await change();
  const before = await readdir(file('store'), { recursive: true });
  for (const command of [['status'], ['store', 'verify'], ['promote', 'mfe-hubs@1.0.0', '--urgent', ...WHY]])
    expect(await ask(...command)).toMatchObject({ code: 5, error: { log } });
  expect(await readdir(file('store'), { recursive: true })).toEqual(before);
});

test('verify refuses a log that is shorter than it was; a restored store says so in its log, and goes on with a higher number', async () => {
  await release('store', 'backup', '--to', file('backup'));
  await release('promote', 'mfe-hubs@1.0.0', '--urgent', ...WHY);
  const { checkpointFile: kept } = (await ask('store', 'verify')) as { checkpointFile: string };
  expect(await runRelease(['store', 'verify', '--store', file('backup')])).toMatchObject({ code: 0 });
  const entries = (await readdir(file('store/log'))).sort();
  await rm(file(`store/log/${entries.at(-1) ?? ''}`));
  await rm(file('store/releases/000002.json'));
  for (const _again of [1, 2])
    expect(await ask('store', 'verify')).toMatchObject({ code: 5, error: { log: 'shorter' } });
  const asked = await release('store', 'restore', '--checkpoint', kept, '--dry-run', ...WHY);
  expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining('would go on') });
  expect(await release('store', 'restore', '--checkpoint', kept, ...WHY)).toMatchObject({ code: 0 });
  expect(await release('store', 'restore', '--checkpoint', kept, ...WHY)).toMatchObject({ code: 5 });
  expect(await ask('rollback', 'mfe-hubs', '--to', 'none', ...WHY)).toMatchObject({ release: { number: 3 } });
  expect(await release('store', 'verify', '--verbose')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(kept),
  });
  expect(await release('store', 'restore', ...WHY)).toMatchObject({ code: 2 });
});

test('an older backup that was put back is refused by the next command, which names the file for restore', async () => {
  await release('store', 'backup', '--to', file('backup'));
  expect(await release('promote', 'mfe-hubs@1.0.0', '--urgent', ...WHY)).toMatchObject({ code: 0 });
  await rename(file('store'), file('newer'));
  await rename(file('backup'), file('store'));
  const before = await readdir(file('store'), { recursive: true });
  const refused = await release('rollback', 'mfe-hubs', '--to', 'none', ...WHY);
  expect(refused).toMatchObject({ code: 5 });
  const [, kept = ''] = /restore --checkpoint (\S+)/.exec(refused.stderr) ?? [];
  expect(await readdir(file('store'), { recursive: true })).toEqual(before);
  expect(await release('store', 'restore', '--checkpoint', kept, ...WHY)).toMatchObject({ code: 0 });
  expect(await ask('rollback', 'mfe-hubs', '--to', 'none', ...WHY)).toMatchObject({ release: { number: 3 } });
});

test('a store that was begun anew at the same address is refused until what was kept of the former one is removed', async () => {
  await release('status');
  const other = await SampleStore.make(openFolderStore(file('other'), { state: sample.folder }));
  await rm(file('store'), { recursive: true });
  await rename(file('other'), file('store'));
  const { stderr } = await release('status');
  const [, kept = ''] = /remove (\S+)\.\n/.exec(stderr) ?? [];
  await rm(kept);
  expect(await release('status')).toMatchObject({ code: 0 });
  await other.remove();
});

const ISSUER = 'https://login.example.com';
const ACCESS = {
  issuers: [{ issuer: ISSUER, audiences: ['release-command'], kind: 'person', name: 'email' }],
  rules: [{ who: { issuer: ISSUER, role: 'release-manager' }, may: ['promote', 'configure'], parts: '*' }],
  approvals: [{ changes: ['promote'], parts: ['mfe-hubs'] }],
};

const configure = async (access: object, ...options: readonly string[]) => {
  await writeFile(file('access.json'), JSON.stringify(access));
  return release('access', 'configure', file('access.json'), '--by', 'an operator', ...options);
};

test('configure writes the rules, lists who may do what, who wrote them and why, and says how to begin', async () => {
  expect((await release('access', 'list')).stdout).toContain('npm run release -- access configure access.json');
  expect(await configure(ACCESS, '--reason', 'the first rules', '--expect', '0')).toMatchObject({ code: 0 });
  const { stdout } = await release('access', 'list');
  for (const fact of [
    'an operator: the first rules',
    `release-manager, of ${ISSUER}: promote, configure`,
    'promote (mfe-hubs)',
  ])
    expect(stdout).toContain(fact);
  expect(await ask('access', 'list')).toMatchObject({ configurations: [{ number: 1, access: ACCESS }] });
  const { stdout: locked } = await configure({ ...ACCESS, rules: [] }, '--reason', 'locked');
  expect(locked).toContain('only an operator can');
  await sample.write('configuration/000001.json', '{}');
  expect((await release('access', 'list')).stdout).toMatch(/^2 .*locked\n1 {2}WARNING: /m);
  expect(await release('store', 'verify')).toMatchObject({
    code: 5,
    stdout: expect.stringContaining('configuration/000001.json'),
  });
});

test.each<[string, object, readonly string[], number, string]>([
  ['without a reason', ACCESS, [], 2, '--reason'],
  ['with a mistake in the file', { ...ACCESS, owner: 'anna' }, ['--reason', 'x'], 2, 'owner'],
  ['on top of other rules than those that count', ACCESS, ['--reason', 'x', '--expect', '1'], 3, '[request]'],
])('configure changes nothing %s', async (_what, access, options, code, words) => {
  expect(await configure(access, ...options)).toMatchObject({ code, stderr: expect.stringContaining(words) });
  expect(await sample.store.driver.list('configuration/')).toEqual([]);
});

/** From the sample store to another one beside it. */
const copy = (...words: readonly string[]) =>
  release('store', 'copy', '--from', file('store'), '--to', file('production'), ...words);

test('copy says what the log of the other store shows, and that copying again changes nothing', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
  const { code, stdout } = await copy('mfe-hubs@1.1.0', '--by', 'anna');
  expect(code).toBe(0);
  expect(stdout).toMatch(/ebike-portal\/\w+ .* 0\.0 hours, from 20/);
  const { stdout: json } = await copy('mfe-hubs@1.1.0', '--json');
  expect(JSON.parse(json)).toMatchObject({ code: 0, outcome: 'unchanged', wasCanary: false });
  const status = await runRelease(['status', 'mfe-hubs@1.1.0', '--store', file('production')]);
  expect(status.stdout).toMatch(/Copied +20.* by anna.*ebike-portal\/\w+/);
});

test('copy refuses what is not published, and words that are missing or unknown', async () => {
  expect(await copy('mfe-hubs@9.9.9')).toMatchObject({ code: 3 });
  expect(await copy()).toMatchObject({ code: 2 });
  expect(await copy('mfe-hub@1.1.0')).toMatchObject({ code: 2, stderr: expect.stringContaining('mfe-hubs?') });
  const { stderr } = await runRelease(['store', 'copy', 'mfe-hubs@1.1.0', '--to', sample.folder]);
  expect(stderr).toContain('--from');
});
