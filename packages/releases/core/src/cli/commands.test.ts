import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { listen } from '@portal/node-kit/listen';
import type { Listening } from '@portal/node-kit/listen';
import { PORTAL_VERSION } from '@portal/node-kit/portal-version';
import { SampleStore } from '../operations/testing.ts';
import { runCommandLine } from './run.ts';
import { askRelease, runRelease } from './testing.ts';

let sample: SampleStore;
let store: readonly string[];

beforeEach(async () => {
  sample = await SampleStore.make('folder');
  store = ['--store', join(sample.folder, 'store')];
  jest.replaceProperty(process, 'env', { ...process.env, PORTAL_STATE: sample.folder });
});
afterEach(() => sample.remove());

const WHY = ['--reason', 'to try', '--by', 'anna'] as const;
const release = (...args: readonly string[]) => runRelease([...args, ...store]);
const ask = (...args: readonly string[]) => askRelease([...args, ...store]);

test('publishes a version, releases it as a canary and to everybody, rolls it back and yanks it', async () => {
  const folder = await sample.build('mfe-hubs', '1.1.0');
  expect(await release('publish', folder)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('npm run release -- promote mfe-hubs@1.1.0 --canary 10 --reason "…"'),
  });
  expect(await release('promote', 'mfe-hubs@1.1.0', '--canary', '10', ...WHY)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Release 2 is live: canary of mfe-hubs 1.1.0 for 10 % (draw mfe-hubs-2).'),
  });
  expect(await release('promote', 'mfe-hubs@1.1.0', ...WHY)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('mfe-hubs 1.0.0 -> 1.1.0'),
  });
  const status = await release('status');
  expect(status.stdout).toMatch(/^Release 3 \(promote\), .* by anna: to try$/m);
  expect(status.stdout).toMatch(/^ {2}mfe-hubs +1\.1\.0 +.*release 3, anna +- +1\.0\.0$/m);
  const back = await release('rollback', 'mfe-hubs', ...WHY);
  expect(back).toMatchObject({ code: 0, stdout: expect.stringContaining('mfe-hubs 1.1.0 -> 1.0.0') });
  expect(back.stdout).toContain('So that it never comes back: npm run release -- yank mfe-hubs@1.1.0 --reason "…"');
  expect(await release('yank', 'mfe-hubs@1.1.0', ...WHY)).toMatchObject({ code: 0 });
  expect(await release('promote', 'mfe-hubs@1.1.0', ...WHY)).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringMatching(
      /^\[version-yanked\] mfe-hubs 1\.1\.0 was yanked by anna at .*: to try\. Release another version/,
    ),
  });
  const history = await release('history', '--limit', '2');
  expect(history.stdout).toMatch(
    /^4 {2}.* rollback {2}by anna: to try\n {3}mfe-hubs 1\.1\.0 -> 1\.0\.0.*\n3 {2}.*\n.*\n$/,
  );
});

test('--version names the version of the program, and no command takes it', async () => {
  expect(await runRelease(['--version'])).toEqual({ code: 0, stdout: `${PORTAL_VERSION}\n`, stderr: '' });
  expect(await release('status', '--version')).toMatchObject({ code: 2, stdout: '' });
});

test('refuses two versions of one part in one promotion', async () => {
  expect(await release('promote', 'mfe-hubs@1.1.0', 'mfe-hubs@1.2.0', ...WHY)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(
      '[request] mfe-hubs 1.1.0 and mfe-hubs 1.2.0 cannot both be live. Name one version of each part.',
    ),
  });
});

test('a version whose name is too long for the store is not published, instead of an error of the disk', async () => {
  const version = `1.0.0-${'x'.repeat(400)}`;
  for (const words of [
    ['promote', `mfe-hubs@${version}`],
    ['rollback', 'mfe-hubs', '--to', version],
  ])
    expect(await release(...words, ...WHY)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('[not-published]'),
    });
});

test('escapes control characters in releases and damaged objects', async () => {
  const { previous: _, ...live } = await sample.store.readRelease(1);
  const reason = '\u001b[2J\u009b31mall is well';
  await sample.store.createRelease({ ...live, number: 2, reason });
  await sample.plant('releases/000003.json', {});
  await sample.write('releases/000003.json', '\u001b[2J');
  const { stdout, stderr } = await release('status');
  expect(stdout).toContain('by a test: \\u001b[2J\\u009b31mall is well');
  const next = await release('promote', 'shell@1.0.0', ...WHY);
  expect(`${stdout}${stderr}${next.stdout}${next.stderr}`).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(await ask('history')).toMatchObject({ releases: [{ number: 4 }, { number: 3 }, { reason }, {}] });
});

test('a canary that everybody gets has not ended, neither in the answer nor in the history', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  await release('promote', 'mfe-hubs@1.1.0', '--canary', '5', ...WHY);
  const change = 'mfe-hubs 1.0.0 -> 1.1.0 (was a canary for 5 %), fallback of mfe-hubs none -> 1.0.0';
  expect((await release('promote', 'mfe-hubs@1.1.0', ...WHY)).stdout).toContain(`Release 3 is live: ${change}.`);
  expect((await release('history')).stdout).toContain(`   ${change}`);
});

test('answers contain the complete next command', async () => {
  const folder = await sample.build('mfe-hubs', '1.1.0');
  await release('publish', folder);
  expect((await release('publish', folder)).stdout).toContain('Raise "version" in mfe-hubs/package.json');
  const answers = async (...words: readonly string[]) => (await release(...words, ...WHY)).stdout;
  expect(await answers('promote', 'mfe-hubs@1.1.0', '--canary', '5')).toContain(
    'npm run release -- promote mfe-hubs@1.1.0 --reason "…"',
  );
  expect(await answers('rollback', 'mfe-hubs')).toBe(
    'Release 3 is live: canary of mfe-hubs 1.1.0 ends.\n' +
      'Everybody gets mfe-hubs 1.0.0 again. To roll that back, too, repeat the command.\n' +
      'So that it never comes back: npm run release -- yank mfe-hubs@1.1.0 --reason "…"\n',
  );
  expect(await answers('rollback', 'mfe-hubs', '--to', 'none')).toBe(
    'Release 4 is live: mfe-hubs 1.0.0 is taken out.\n' +
      'To bring it back: npm run release -- promote mfe-hubs@1.0.0 --reason "…"\n' +
      'So that it never comes back: npm run release -- yank mfe-hubs@1.0.0 --reason "…"\n',
  );
  expect(await answers('promote', 'mfe-hubs@1.1.0', '--canary', '5')).toContain('Release 5 is live');
  expect(await answers('rollback', 'mfe-hubs')).toContain(
    'To bring it back: npm run release -- promote mfe-hubs@1.1.0 --canary 5 --reason "…"\n',
  );
  expect((await release('rollback', 'mfe-hubs', '--to', '7.0.0', ...WHY)).stderr).toContain(
    '"npm run release -- status mfe-hubs" lists',
  );
});

test('--json prints one document with the exit code, also for errors', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  expect(await ask('promote', 'mfe-hubs@1.1.0', ...WHY)).toMatchObject({
    code: 0,
    outcome: 'released',
    release: { number: 2, by: 'anna', remotes: { 'mfe-hubs': { version: '1.1.0', fallback: '1.0.0' } } },
    changes: [{ name: 'mfe-hubs', kind: 'live', from: '1.0.0', to: '1.1.0' }, { kind: 'fallback' }],
  });
  expect(await ask('promote', 'mfe-hubs@1.1.0', ...WHY)).toMatchObject({ code: 0, outcome: 'unchanged' });
  expect(await ask('status')).toMatchObject({ code: 0, release: { number: 2 }, parts: [{ name: 'shell' }, {}, {}] });
  expect(await ask('history')).toMatchObject({ code: 0, releases: [{ number: 2 }, { number: 1 }] });
  expect(await ask('promote', 'mfe-hubs@9.9.9', ...WHY)).toMatchObject({
    code: 3,
    error: { kind: 'refused', refusals: [{ rule: 'not-published', sides: ['mfe-hubs 9.9.9', 'the store'] }] },
  });
  expect(await ask('promote')).toMatchObject({ code: 2, error: { kind: 'usage' } });
  expect(await ask('verify')).toMatchObject({ code: 0, problems: [], releases: 2, versions: 4 });
  expect(await ask('prune', '--dry-run')).toMatchObject({ code: 0, dryRun: true, removed: [] });
});

test('a command that expects an older release gets a conflict that lists the changes since, and changes nothing', async () => {
  for (const version of ['1.1.0', '1.2.0']) await sample.publish('mfe-hubs', version);
  await release('promote', 'mfe-hubs@1.1.0', ...WHY);
  const late = await release('promote', 'mfe-hubs@1.2.0', '--expect', '1', '--reason', 'late', '--by', 'ben');
  expect(late).toMatchObject({ code: 4, stdout: '' });
  expect(late.stderr).toContain('release 2 by anna (to try) is live now. Since then: mfe-hubs 1.0.0 -> 1.1.0');
  expect(await sample.store.releaseNumbers()).toEqual([1, 2]);
});

test('verify never says of a place without a store, such as one that is not mounted, that it is complete', async () => {
  const away = join(sample.folder, 'away');
  expect(await runRelease(['verify', '--store', away])).toMatchObject({
    code: 5,
    stdout: '',
    stderr: expect.stringContaining(`There is no store in ${away}. Nothing was checked`),
  });
});

test.each([['status'], ['prune', '--dry-run'], ['publish']])(
  '%s, too, is refused unless the expected release is live, and accepts a reason',
  async (...command) => {
    const words = command[0] === 'publish' ? ['publish', await sample.build('mfe-hubs', '1.1.0')] : command;
    const { code, stdout } = await release(...words, '--expect', '7', '--reason', 'to see');
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(await sample.store.versions('mfe-hubs')).toEqual(['1.0.0']);
    const done = await release(...words, '--expect', '1', '--reason', 'to see');
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('The reason is not kept') });
  },
);

test.each([
  [['promote', 'mfe-hubs@1.0.0'], 'promote needs --reason "TEXT"'],
  [['yank', 'mfe-hubs@1.0.0', '--reason', '  '], 'yank needs --reason "TEXT"'],
  [['promote', 'mfe-hubs', '--reason', 'x'], '"mfe-hubs" is not a PART@VERSION'],
  [['promote', 'hubs@1.0.0', '--reason', 'x'], '"hubs" is not the name of a part'],
  [['promote', 'mfe-hubs@1', '--reason', 'x'], '"1" is not a version'],
  [
    ['promote', 'mfe-hubs@01.00.00', '--reason', 'x'],
    '"01.00.00" is not a version. A version is like "1.2.0", without leading zeros.',
  ],
  [['promote', 'mfe-hubs@1.0.0', '--canary', '100', '--reason', 'x'], 'a share of 1 to 99 per cent'],
  [['promote', 'mfe-hubs@1.0.0', '--canary', 'ten', '--reason', 'x'], '--canary needs a whole number'],
  [['rollback', 'mfe-hubs', '--reason', 'several', 'words'], '"words" is one word too many'],
  [['check'], 'check needs a PART@VERSION'],
  [['status', '--canary', '5'], 'status knows no --canary'],
  [['status', 'mfe-hubs@9.0.0'], 'mfe-hubs 9.0.0 is not published. Its versions: npm run release -- status mfe-hubs'],
  [['rollback', 'mfe-hub', '--to', 'none', '--reason', 'x'], 'knows no mfe-hub'],
  [
    ['promote', 'mfe-hubs@1.0.0', 'mfe-leagl@1.0.0', '--reason', 'x'],
    'knows no mfe-leagl; it has shell, mfe-hubs, mfe-legal. Did you mean mfe-legal?',
  ],
  [
    ['promote', 'mfe-demo@1.0.0', '--reason', 'x'],
    'A new part is published first: npm run release -- publish mfe-demo',
  ],
  [['yank', 'mfe-hubz@1.0.0', '--reason', 'x'], 'knows no mfe-hubz'],
  [['publish', 'mfe-hub'], '. Did you mean mfe-hubs? Parts here: mfe-account, '],
  [['publish', './mfe-hub'], 'mfe-hub. Give the command at the root of the repository, or name a folder with a build.'],
  [['publish', 'packages'], 'npm run build --prefix packages'],
  [['ship', 'mfe-hubs'], 'There is no command "ship".'],
  [['status', '--colour'], "Unknown option '--colour'"],
  [[], 'A command is missing.'],
])('refuses %j, says why, and changes nothing', async (args, message) => {
  const output = jest.spyOn(console, 'error').mockReturnValue();
  const done = jest.spyOn(console, 'log').mockReturnValue();
  expect(await runCommandLine([...args, ...store])).toBe(2);
  expect(output.mock.calls.join()).toContain(message);
  expect(done).not.toHaveBeenCalled();
  expect(await sample.store.releaseNumbers()).toEqual([1]);
});

test('says that the store has no remote, and how to name another store', async () => {
  const elsewhere = ['--store', join(sample.folder, 'elsewhere')];
  const { code, stderr } = await runRelease(['rollback', 'mfe-hubs', ...WHY, ...elsewhere]);
  expect(code).toBe(2);
  expect(stderr).toContain('knows no mfe-hubs: it has no remote yet. Another store: --store ADDRESS.');
});

test('after the first release no rollback is suggested, as nothing was live before', async () => {
  const elsewhere = ['--store', join(sample.folder, 'elsewhere')];
  for (const part of ['shell', 'mfe-hubs'])
    await runRelease(['publish', await sample.build(part, '1.0.0'), '--ahead', ...elsewhere]);
  expect(await runRelease(['promote', 'shell@1.0.0', 'mfe-hubs@1.0.0', ...WHY, ...elsewhere])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Release 1 is live.*\nTo see it: npm run release -- status\n$/),
  });
});

test('knows a released part whose files are missing in the store', async () => {
  await rm(join(sample.folder, 'store/artifacts/mfe-hubs'), { recursive: true });
  expect(await release('rollback', 'mfe-hubs', '--to', 'none', ...WHY)).toMatchObject({ code: 0 });
});

test('every command has a help text', async () => {
  const { stdout } = await release('--help');
  const names = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(20);
  const output = jest.spyOn(console, 'log').mockReturnValue();
  for (const name of names) {
    expect(await runCommandLine([name, '--help'])).toBe(0);
    expect(output).toHaveBeenLastCalledWith(expect.stringContaining(`Usage: npm run release -- ${name}`));
  }
});

test('a backup has a place apart from the store, also through a link', async () => {
  const link = join(sample.folder, 'link');
  await symlink(join(sample.folder, 'store'), link);
  for (const place of ['store', 'store/../store/backup', 'link/backup', '.'])
    expect([place, await release('backup', '--to', join(sample.folder, place))]).toMatchObject([
      place,
      { code: 2, stderr: expect.stringContaining('name a place apart from the store') },
    ]);
  expect(await release('backup', '--to', join(sample.folder, 'store-backup'))).toMatchObject({ code: 0 });
});

test('a backup of a store that has lost something ends as one of a damaged store, and names it', async () => {
  const to = ['--to', join(sample.folder, 'store-backup')];
  await release('backup', ...to);
  const { entry } = await sample.store.readManifest('mfe-hubs', '1.0.0');
  const lost = [`artifacts/mfe-hubs/${entry}`, 'releases/000001.json'];
  for (const key of lost) await sample.lose(key);
  const says = (end: string) => ({
    code: 5,
    stdout: expect.stringContaining(lost.map((key) => `  ${key} ${end}\n`).join('')),
  });
  const named = await release('backup', ...to);
  expect(named).toMatchObject(says('is missing, and the copy has it.'));
  expect(await release('backup', '--to', join(sample.folder, 'second'))).toMatchObject(
    says('is missing or damaged, and was not copied.'),
  );
  const { words = '' } = /-- (?<words>backup --store .+ --to .+)$/m.exec(named.stdout)?.groups ?? {};
  expect(await runRelease(words.split(' '))).toMatchObject({ code: 0 });
  expect(await release('backup', ...to)).toMatchObject({ code: 0 });
});

test('status and verify report a damaged newest release; status names the one that is served; the next release skips the damaged one', async () => {
  await sample.plant('releases/000002.json', {});
  await sample.write('releases/000002.json', '{"schema": 1, "num');
  const status = await release('status');
  expect(status.code).toBe(5);
  expect(status.stdout).toMatch(/WARNING: .*000002\.json is damaged.*Meanwhile release 1 is served\./);
  const verify = await release('verify');
  expect(verify.code).toBe(5);
  expect(verify.stdout).toMatch(/^1 of .* must be repaired:\n {2}LIVE: .*000002\.json is damaged/);
  const repair = await release('rollback', 'mfe-hubs', '--to', '1.0.0', ...WHY);
  expect(repair.code).toBe(6);
  expect(repair.stdout).toMatch(
    /^Release 3 is live, with the same versions\.\n.*\nWARNING: Release 3 is based on release 1, because release 2 cannot be read: its changes are missing/,
  );
  expect(await release('status')).toMatchObject({ code: 0 });
  const after = await release('verify');
  expect(after.code).toBe(0);
  expect(after.stdout).toMatch(
    /000002\.json: Release 2 was damaged already when release 3 was created, which contains the hash/,
  );
  expect(after.stdout).toMatch(
    /\nIts log has 7 entries, all of them signed\. .*To keep it elsewhere, too:\n\nebike-portal\/[0-9a-f]{16}\n7\n/,
  );
});

test('says that the store cannot be written, and the remedy', async () => {
  await writeFile(join(sample.folder, 'file'), '');
  const folder = await sample.build('mfe-hubs', '1.1.0');
  const { code, stderr } = await runRelease(['publish', folder, '--store', join(sample.folder, 'file')]);
  expect(code).toBe(5);
  expect(stderr).toMatch(/could not be written: .*Free space or allow writing there/);
});

describe('a canary with a plan', () => {
  const PLAN = '10 % for 2 h, 50 % for a day, then ask';
  const canary = async () => (await sample.store.latestRelease())?.canaries['mfe-hubs'];

  beforeEach(async () => {
    await sample.publish('mfe-hubs', '1.1.0');
    await release('promote', 'mfe-hubs@1.1.0', '--plan', PLAN, ...WHY);
  });

  test('begins with the share of its first stage, and keeps the plan until a person sets a share', async () => {
    const begun = await canary();
    expect(begun).toMatchObject({ percent: 10, stagedPlan: { stages: [{ percent: 10, minutes: 120 }, {}] } });
    expect((await release('status')).stdout).toMatch(
      /^Plan of mfe-hubs 1\.1\.0: 10 % for 2 h, 50 % for a day, then ask \(10 % since /m,
    );
    expect((await release('history')).stdout).toContain(`canary of mfe-hubs 1.1.0 for 10 %, by the plan "${PLAN}"`);
    expect(await ask('status', 'mfe-hubs')).toMatchObject({ parts: [{ canary: { plan: { text: PLAN } } }] });
    await release('rollback', 'mfe-legal', '--to', 'none', ...WHY);
    expect((await canary())?.stagedPlan?.at).toBe(begun?.stagedPlan?.at);
    await release('promote', 'mfe-hubs@1.1.0', '--plan', '10 % for a day, then ask', ...WHY);
    expect((await canary())?.stagedPlan).toEqual({
      stages: [{ percent: 10, minutes: 1440 }],
      at: begun?.stagedPlan?.at,
    });
    const { stdout } = await release('promote', 'mfe-hubs@1.1.0', '--canary', '20', ...WHY);
    expect(stdout).toContain('canary of mfe-hubs 1.1.0 for 20 % (was 10 %), without its plan');
    expect(await canary()).not.toHaveProperty('stagedPlan');
  });

  test('is refused with a plan that is none, or that has no such stage', async () => {
    expect(await release('promote', 'mfe-hubs@1.1.0', '--plan', '10 % for 2 h', ...WHY)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'A plan ends with ", then ask", because only a person gives a version to everybody',
      ),
    });
    expect(await release('promote', 'mfe-hubs@1.1.0', '--canary', '20', '--plan', PLAN, ...WHY)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`[request] The plan "${PLAN}" has no stage for 20 %.`),
    });
  });
});

describe('with METRICS_URL', () => {
  let served = 0;
  let server: Listening;

  beforeEach(async () => {
    const answer = () => `portal_release_number ${String(served)}\n`;
    server = await listen((_request, response) => void response.end(answer()), {
      port: 0,
      host: '127.0.0.1',
      variable: 'METRICS_PORT',
    });
    const address = `http://127.0.0.1:${String(server.port)}/metrics`;
    process.env['METRICS_URL'] = `${address}, ${address}`;
  });
  afterEach(async () => {
    delete process.env['METRICS_URL'];
    await server.close();
  });

  test('a change says how many web servers serve it, and after how long', async () => {
    served = 2;
    await sample.publish('mfe-hubs', '1.1.0');
    const { code, stdout } = await release('promote', 'mfe-hubs@1.1.0', ...WHY);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Release 2 is live, served by 2 of 2 after 0\.\d s: mfe-hubs/),
    ]);
  });

  test('a store from an older backup is told before the change and after it, with exit code 6', async () => {
    served = 35;
    const { code, stdout, stderr } = await release('rollback', 'mfe-hubs', '--to', 'none', ...WHY);
    expect(stderr).toMatch(
      /^WARNING: The web servers serve release 35, which this store does not have \(its newest is 1\)/,
    );
    expect([code, stdout]).toEqual([6, expect.stringContaining('WARNING: The web servers serve release 35, which')]);
    expect(stdout).toMatch(/^Release 2 is live, served by 0 of 2 after 0\.\d s/);
  });

  test('an address that is none is invalid usage, and nothing is done', async () => {
    process.env['METRICS_URL'] = 'web-server-1';
    expect(await release('rollback', 'mfe-hubs', '--to', 'none', ...WHY)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('METRICS_URL contains "web-server-1": set it to addresses'),
    });
    expect((await sample.store.latestRelease())?.number).toBe(1);
  });
});
