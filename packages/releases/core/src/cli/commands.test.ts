import { recordGuardedParts } from '../store/guarded-parts.ts';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { listen } from '@portal/node-kit/listen';
import type { Listening } from '@portal/node-kit/listen';
import { PORTAL_VERSION } from '@portal/node-kit/portal-version';
import { SampleStore } from '../operations/testing.ts';
import { writeBuild } from '../testing.ts';
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

test('publishes a version, releases it as a canary and to everybody, rolls it back and yanks it; each answer has the next command', async () => {
  const folder = await sample.build('mfe-hubs', '1.1.0');
  const steps: readonly (readonly [command: readonly string[], said: readonly string[]])[] = [
    [['publish', folder], ['npm run release -- canary mfe-hubs@1.1.0 10% --reason "…"']],
    [['publish', folder], ['mfe-hubs/package.json']],
    [
      ['canary', 'mfe-hubs@1.1.0', '10%', ...WHY],
      ['Release 2', 'canary of mfe-hubs 1.1.0 for 10 %', 'npm run release -- promote mfe-hubs@1.1.0 --reason "…"'],
    ],
    [
      ['promote', 'mfe-hubs@1.1.0', ...WHY],
      ['Release 3', 'mfe-hubs 1.0.0 -> 1.1.0 (was a canary for 10 %), fallback of mfe-hubs none -> 1.0.0'],
    ],
    [
      ['rollback', 'mfe-hubs', ...WHY],
      ['Release 4', 'mfe-hubs 1.1.0 -> 1.0.0', 'npm run release -- yank mfe-hubs@1.1.0 --reason "…"'],
    ],
    [['yank', 'mfe-hubs@1.1.0', ...WHY], []],
  ];
  for (const [command, said] of steps) {
    const { code, stdout } = await release(...command);
    expect(code).toBe(0);
    for (const words of said) expect(stdout).toContain(words);
  }
  expect(await release('promote', 'mfe-hubs@1.1.0', ...WHY)).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringMatching(/^\[version-yanked\] mfe-hubs 1\.1\.0 /),
  });
  expect((await release('history', '--limit', '2')).stdout).toMatch(
    /^4 {2}.* rollback {2}by anna: to try\n {3}mfe-hubs 1\.1\.0 -> 1\.0\.0.*\n3 {2}.*\n.*\n$/,
  );
});

test('canaries with the same visitors are named together, and not by what draws them', async () => {
  for (const name of ['mfe-hubs', 'mfe-legal']) await sample.publish(name, '1.1.0');
  const begun = await release('canary', 'mfe-hubs@1.1.0', 'mfe-legal@1.1.0', '10%', ...WHY);
  const status = await release('status', 'mfe-hubs');
  expect(status.stdout).toContain('1.1.0 for 10 %, with mfe-legal (');
  for (const { stdout } of [begun, status, await release('history')])
    expect(stdout).not.toMatch(/bucketingKey|mfe-hubs-2/);
});

test('--version names the version of the program, and no command takes it', async () => {
  expect(await runRelease(['--version'])).toEqual({ code: 0, stdout: `${PORTAL_VERSION}\n`, stderr: '' });
  expect(await release('status', '--version')).toMatchObject({ code: 2, stdout: '' });
});

test('refuses two versions of one part in one promotion', async () => {
  expect(await ask('promote', 'mfe-hubs@1.1.0', 'mfe-hubs@1.2.0', ...WHY)).toMatchObject({
    code: 3,
    error: { refusals: [{ rule: 'request', sides: ['mfe-hubs 1.1.0', 'mfe-hubs 1.2.0'] }] },
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

test('a reason that ends with a full stop gets no second one, whatever quotes it', async () => {
  for (const version of ['1.1.0', '1.2.0']) await sample.publish('mfe-hubs', version);
  const why = ['--reason', 'It crashes.', '--by', 'anna'] as const;
  const said = [];
  for (const words of [
    ['promote', 'mfe-hubs@1.1.0', ...why],
    ['canary', 'mfe-hubs@1.2.0', '10%', ...why],
    ['canary', 'mfe-hubs', 'end', ...why],
    ['rollback', 'mfe-hubs', '--to', '1.0.0', ...why],
    ['promote', 'mfe-hubs@1.2.0', '--expect', '1', ...why],
    ['status', 'mfe-hubs'],
    ['status', 'mfe-hubs@1.2.0'],
    ['rollback', 'mfe-hubs', ...why],
    ['yank', 'mfe-hubs@1.1.0', ...why],
    ['promote', 'mfe-hubs@1.1.0', ...why],
    ['status', 'mfe-hubs'],
    ['history'],
  ])
    said.push(await release(...words));
  const text = said.map(({ stdout, stderr }) => `${stdout}${stderr}`).join('\n');
  expect(text).toContain('It crashes');
  expect(text).not.toMatch(/crashes(\.\.|\.\)|\.;)/);
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

test('the end of a canary, and a rollback to none, say how they are undone; a rollback while a canary runs is refused', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  const answers = async (...words: readonly string[]) => (await release(...words, ...WHY)).stdout;
  await answers('canary', 'mfe-hubs@1.1.0', '5%');
  expect(await ask('rollback', 'mfe-hubs', ...WHY)).toMatchObject({
    code: 3,
    error: { refusals: [{ rule: 'canary-running', remedy: expect.stringContaining('canary mfe-hubs end') }] },
  });
  const ended = await answers('canary', 'mfe-hubs', 'end');
  expect(ended).toContain('canary of mfe-hubs 1.1.0 ends');
  expect(ended).toContain('npm run release -- yank mfe-hubs@1.1.0 --reason "…"');
  expect(await ask('canary', 'mfe-hubs', 'end', ...WHY)).toMatchObject({
    error: { refusals: [{ rule: 'no-canary' }] },
  });
  const out = await answers('rollback', 'mfe-hubs', '--to', 'none');
  expect(out).toContain('npm run release -- promote mfe-hubs@1.0.0 --reason "…"');
  expect(out).toContain('npm run release -- yank mfe-hubs@1.0.0 --reason "…"');
  const back = await answers('promote', 'mfe-hubs@1.0.0');
  expect(back).toContain('npm run release -- rollback mfe-hubs --to none --reason "…"');
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
  expect(await ask('store', 'verify')).toMatchObject({ code: 0, problems: [], releases: 2, versions: 4 });
  expect(await ask('store', 'prune', '--dry-run')).toMatchObject({ code: 0, dryRun: true, removed: [] });
});

test('--json names both fallbacks of a remote', async () => {
  for (const version of ['1.1.0', '1.2.0']) await sample.publish('mfe-hubs', version);
  await release('promote', 'mfe-hubs@1.1.0', ...WHY);
  expect(await ask('promote', 'mfe-hubs@1.2.0', ...WHY)).toMatchObject({
    release: { remotes: { 'mfe-hubs': { version: '1.2.0', fallback: '1.1.0', secondFallback: '1.0.0' } } },
  });
});

test('a command that expects an older release gets a conflict that lists the changes since, and changes nothing', async () => {
  for (const version of ['1.1.0', '1.2.0']) await sample.publish('mfe-hubs', version);
  await release('promote', 'mfe-hubs@1.1.0', ...WHY);
  expect(await ask('promote', 'mfe-hubs@1.2.0', '--expect', '1', '--reason', 'late', '--by', 'ben')).toMatchObject({
    code: 4,
    error: {
      kind: 'overtaken',
      live: { number: 2, by: 'anna', reason: 'to try' },
      changes: [{ name: 'mfe-hubs', from: '1.0.0', to: '1.1.0' }, { kind: 'fallback' }],
    },
  });
  expect(await sample.store.releaseNumbers()).toEqual([1, 2]);
});

test('verify never says of a place without a store, such as one that is not mounted, that it is complete', async () => {
  const away = join(sample.folder, 'away');
  expect(await askRelease(['store', 'verify', '--store', away])).toMatchObject({ code: 5, error: { log: 'missing' } });
});

test('a build of another version than that of package.json is not published', async () => {
  const part = join(sample.folder, 'checkout/mfe-hubs');
  await writeBuild(join(part, 'dist'), { name: 'mfe-hubs', version: '1.1.0', contents: { 'entry.js': 'old' } });
  const published = async (name: string, version: string) => {
    await writeFile(join(part, 'package.json'), JSON.stringify({ name, version }));
    const outcomes = [await release('publish', part), await release('publish', join(part, 'dist'))];
    return outcomes.map(({ code, stderr }) => [code, /1\.1\.0.*1\.2\.0.*npm run build/.test(stderr)]);
  };
  expect(await published('mfe-hubs', '1.2.0')).toEqual([
    [2, true],
    [2, true],
  ]);
  expect(await sample.store.versions('mfe-hubs')).toEqual(['1.0.0']);
  // A file of something else beside a build that was copied there.
  expect(await published('of-another', '1.2.0')).toEqual([
    [0, false],
    [0, false],
  ]);
});

test('a build with a suffix of its own is one of the version in package.json', async () => {
  const part = join(sample.folder, 'checkout/mfe-hubs');
  await writeBuild(join(part, 'dist'), { name: 'mfe-hubs', version: '1.2.0-pr7', contents: { 'entry.js': 'a try' } });
  await writeFile(join(part, 'package.json'), JSON.stringify({ name: 'mfe-hubs', version: '1.2.0' }));
  expect(await release('publish', part)).toMatchObject({ code: 0 });
});

test.each([['store', 'prune'], ['publish']])(
  '%s, too, is refused unless the expected release is live, and accepts a reason',
  async (...command) => {
    const words = command[0] === 'publish' ? ['publish', await sample.build('mfe-hubs', '1.1.0')] : command;
    const { code, stdout } = await release(...words, '--expect', '7', '--reason', 'to see');
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(await sample.store.versions('mfe-hubs')).toEqual(['1.0.0']);
    expect(await release(...words, '--expect', '1', '--reason', 'to see')).toMatchObject({ code: 0 });
  },
);

test('canary --preview gives an address of the portal that shows the versions, and what it says', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  const portals: readonly (readonly [portal: readonly string[], start: string])[] = [
    [['--portal', 'https://portal.example.com'], 'https://portal.example.com/?preview='],
    [['--portal', 'https://portal.example.com/settings'], 'https://portal.example.com/settings?preview='],
    [[], '/?preview='],
  ];
  for (const [portal, start] of portals) {
    const answer = await ask('canary', 'mfe-hubs@1.1.0', '--preview', ...portal);
    expect(answer).toMatchObject({ code: 0, preview: { versions: { 'mfe-hubs': '1.1.0' } } });
    const { preview } = answer as { readonly preview: { readonly address: string; readonly token: string } };
    expect(preview.address).toBe(`${start}${preview.token}`);
  }
  process.env['PORTAL_URL'] = 'https://portal.example.com/';
  const { stdout } = await release('canary', 'mfe-hubs@1.1.0', '--preview');
  expect(stdout).toMatch(/^https:\/\/portal\.example\.com\/\?preview=[\w-]+\n/);
  expect(await release('canary', 'mfe-hubs@1.0.0', '--preview')).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/^\[already-live\]/),
  });
});

test('canary --preview --override gives an address that shows a part from a development server', async () => {
  const override = { part: 'mfe-hubs', origin: 'http://localhost:4000' };
  const asked = ['canary', 'mfe-hubs', '--preview', '--override', override.origin];
  expect(await ask(...asked)).toMatchObject({ code: 0, preview: { versions: {}, override } });
  expect((await release(...asked)).stdout).toContain('OVERRIDE_ORIGINS');
});

test.each([
  [['status', '--expect', '1'], '--expect'],
  [['store', 'verify', '--expect', '1'], '--expect'],
  [['canary', 'mfe-hubs', 'judge', '--expect', '1'], '--expect'],
  [['promote', 'mfe-hubs@1.0.0'], '--reason'],
  [['yank', 'mfe-hubs@1.0.0', '--reason', '  '], '--reason'],
  [['promote', 'mfe-hubs', '--reason', 'x'], '"mfe-hubs"'],
  [['promote', 'hubs@1.0.0', '--reason', 'x'], '"hubs"'],
  [['promote', 'mfe-hubs@1', '--reason', 'x'], '"1"'],
  [['promote', 'mfe-hubs@01.00.00', '--reason', 'x'], '"01.00.00"'],
  [['canary', 'mfe-hubs@1.0.0', '100%', '--reason', 'x'], '"100%"'],
  [['canary', 'mfe-hubs@1.0.0', '--reason', 'x'], '10%'],
  [['canary', 'mfe-hubs@1.0.0', '10%', '--preview'], '10%'],
  [['canary', 'mfe-hubs@1.0.0', '--preview', '--urgent'], '--urgent'],
  [['canary', 'mfe-hubs@1.0.0', '--preview', '--portal', 'portal'], '--portal'],
  [['canary', 'mfe-hubs', '--preview'], 'PART@VERSION'],
  [['canary', 'mfe-hubs', '--override', 'http://localhost:4000'], '--preview'],
  [['canary', 'mfe-hubs', '--preview', '--override', 'http://dev.example.com'], '--override'],
  [['canary', 'mfe-hubs', 'mfe-legal', '--preview', '--override', 'http://localhost:4000'], 'one PART'],
  [['canary', 'mfe-hub', '--preview', '--override', 'http://localhost:4000'], 'Did you mean mfe-hubs?'],
  [['canary', 'mfe-hub@1.0.0', '--preview'], 'Did you mean mfe-hubs?'],
  [['canary', 'mfe-hubs', '--reason', 'x'], 'end'],
  [['store'], 'verify'],
  [['store', 'verfy'], 'Did you mean store verify?'],
  [['verify'], 'Did you mean store verify?'],
  [['approv', 'x'], 'Did you mean access approve?'],
  [['rolback', 'mfe-hubs'], 'Did you mean rollback?'],
  [['judge', 'mfe-hubs'], 'Did you mean canary PART judge?'],
  [['canary', 'mfe-hubs', 'jugde', ...WHY], 'Did you mean judge?'],
  [['store', 'keys', 'ad'], 'Did you mean add?'],
  [['status', '--jsn'], 'Did you mean --json?'],
  [['history', '--limt', '3'], 'Did you mean --limit?'],
  [['status', '--limit', '3'], '--limit'],
  [['history', '--limit', 'ten'], '"ten"'],
  [['status', 'mfe-hubs@1.0.1'], 'Did you mean 1.0.0?'],
  [['diff', 'mfe-hubs@1.0.0', 'mfe-hubs@1.0.1'], 'Did you mean 1.0.0?'],
  [['rollback', 'hubs', ...WHY], 'Did you mean mfe-hubs?'],
  [['rollback', 'Hubs', ...WHY], '"Hubs" is not the name of a part. It is "shell"'],
  [['rollback', ...WHY], 'the name of a remote'],
  [['judge'], '"judge"'],
  [['rollback', 'mfe-hubs', '--reason', 'several', 'words'], '"words"'],
  [['check'], 'PART@VERSION'],
  [['status', '--canary', '5'], '--canary'],
  [['status', 'mfe-hubs@9.0.0'], 'npm run release -- status mfe-hubs'],
  [['check', 'mfe-hub@1.0.0'], 'mfe-hub;'],
  [['rollback', 'mfe-hub', '--to', 'none', '--reason', 'x'], 'mfe-hub;'],
  [['promote', 'mfe-hubs@1.0.0', 'mfe-leagl@1.0.0', '--reason', 'x'], 'Did you mean mfe-legal?'],
  [['promote', 'mfe-demo@1.0.0', '--reason', 'x'], 'npm run release -- publish mfe-demo'],
  [['yank', 'mfe-hubz@1.0.0', '--reason', 'x'], 'mfe-hubz'],
  [['rollback', 'mfe-hubs', ...WHY, '--store', '/nowhere/at/all'], '--store ADDRESS'],
  [['publish', 'mfe-hub'], 'mfe-account, '],
  [['publish', './mfe-hub'], '/mfe-hub'],
  [['publish', 'packages'], 'npm run build --prefix packages'],
  [['ship', 'mfe-hubs'], '"ship"'],
  [['status', '--colour'], "'--colour'"],
  [[], '--help'],
  [['canary', 'mfe-hubs@1.0.0', '--plan', '10 % for 2 h', ...WHY], 'then ask'],
])('refuses %j, names what is wrong, and changes nothing', async (args, name) => {
  const { stderr, ...outcome } = await runRelease([...store, ...args]);
  expect(outcome).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(name);
  expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(5);
  expect(await sample.store.releaseNumbers()).toEqual([1]);
});

test('check is refused when its browser does not start', async () => {
  process.env['CHROMIUM_PATH'] = '/nowhere/chromium';
  const { code, stderr } = await release('check', 'mfe-hubs@1.0.0');
  expect(code).toBe(3);
  expect(stderr).toMatch(/^\[browser\].*\/nowhere\/chromium/m);
});

test('after the first release no rollback is suggested, as nothing was live before', async () => {
  const elsewhere = ['--store', join(sample.folder, 'elsewhere')];
  for (const part of ['shell', 'mfe-hubs'])
    await runRelease(['publish', await sample.build(part, '1.0.0'), '--ahead', ...elsewhere]);
  const { code, stdout } = await runRelease(['promote', 'shell@1.0.0', 'mfe-hubs@1.0.0', ...WHY, ...elsewhere]);
  expect(code).toBe(0);
  expect(stdout).toContain('npm run release -- status');
  expect(stdout).not.toContain('rollback');
});

test('knows a released part whose files are missing in the store', async () => {
  await rm(join(sample.folder, 'store/artifacts/mfe-hubs'), { recursive: true });
  expect(await release('rollback', 'mfe-hubs', '--to', 'none', ...WHY)).toMatchObject({ code: 0 });
});

test('every command has a help text', async () => {
  const readHelp = async (...words: readonly string[]) => (await release(...words, '--help')).stdout;
  const namesIn = (text: string) =>
    [...text.matchAll(/^ {2}((?:store |access )?[a-z-]+) /gm)].map(([, name = '']) => name);
  const main = await readHelp();
  expect(namesIn(main).slice(0, 9)).toEqual(
    'status publish check canary promote rollback yank history diff'.split(' '),
  );
  const names = [...namesIn(main), ...namesIn(await readHelp('store')), ...namesIn(await readHelp('access'))];
  expect(new Set(names).size).toBeGreaterThan(20);
  for (const name of names) expect(await readHelp(...name.split(' '))).toContain(`Usage: npm run release -- ${name}`);
});

test('a backup has a place apart from the store, also through a link', async () => {
  const link = join(sample.folder, 'link');
  await symlink(join(sample.folder, 'store'), link);
  for (const place of ['store', 'store/../store/backup', 'link/backup', '.'])
    expect([place, await release('store', 'backup', '--to', join(sample.folder, place))]).toMatchObject([
      place,
      { code: 2, stderr: expect.stringContaining(join(sample.folder, 'store')) },
    ]);
  expect(await release('store', 'backup', '--to', join(sample.folder, 'store-backup'))).toMatchObject({ code: 0 });
});

test('a backup of a store that has lost something ends as one of a damaged store, and names it', async () => {
  const to = ['--to', join(sample.folder, 'store-backup')];
  await release('store', 'backup', ...to);
  const { entry } = await sample.store.readManifest('mfe-hubs', '1.0.0');
  const lost = [`artifacts/mfe-hubs/${entry}`, 'releases/000001.json'];
  for (const key of lost) await sample.lose(key);
  const named = await release('store', 'backup', ...to);
  const elsewhere = await release('store', 'backup', '--to', join(sample.folder, 'second'));
  for (const { code, stdout } of [named, elsewhere]) {
    expect(code).toBe(5);
    for (const key of lost) expect(stdout).toContain(key);
  }
  const { words = '' } = /-- (?<words>store backup --store .+ --to .+)$/m.exec(named.stdout)?.groups ?? {};
  expect(await runRelease(words.split(' '))).toMatchObject({ code: 0 });
  expect(await release('store', 'backup', ...to)).toMatchObject({ code: 0 });
});

test('status and verify report a damaged newest release, which the next release skips', async () => {
  const damaged = 'releases/000002.json';
  await sample.plant(damaged, {});
  await sample.write(damaged, '{"schema": 1, "num');
  expect(await ask('status')).toMatchObject({ code: 5, release: { number: 1 }, damaged: [{ number: 2 }] });
  expect((await release('status')).stdout).toMatch(/^WARNING: .*000002\.json.* release 1 /m);
  expect(await ask('store', 'verify')).toMatchObject({ code: 5, problems: [{ key: damaged, live: true }] });
  expect((await release('store', 'verify')).stdout).toMatch(/^ {2}LIVE: .*000002\.json/m);
  const repair = await release('rollback', 'mfe-hubs', '--to', '1.0.0', ...WHY);
  expect(repair).toMatchObject({ code: 6, stdout: expect.stringMatching(/^WARNING: .*[Rr]elease 2/m) });
  expect(await release('status')).toMatchObject({ code: 0 });
  expect(await ask('store', 'verify')).toMatchObject({ code: 0, notices: [{ key: damaged }] });
  const checkpoint = /\nebike-portal\/[0-9a-f]{16}\n7\n/;
  expect((await release('store', 'verify')).stdout).not.toMatch(checkpoint);
  expect((await release('store', 'verify', '--verbose')).stdout).toMatch(checkpoint);
});

test('says that the store cannot be written, and where', async () => {
  await writeFile(join(sample.folder, 'file'), '');
  const folder = await sample.build('mfe-hubs', '1.1.0');
  const { code, stderr } = await runRelease(['publish', folder, '--store', join(sample.folder, 'file')]);
  expect([code, stderr]).toEqual([5, expect.stringContaining(join(sample.folder, 'file'))]);
});

describe('a canary with a plan', () => {
  const PLAN = '10 % for 2 h, 50 % for a day, then ask';
  const canary = async () => (await sample.store.latestRelease())?.canaries['mfe-hubs'];

  beforeEach(async () => {
    await sample.publish('mfe-hubs', '1.1.0');
    await release('canary', 'mfe-hubs@1.1.0', '--plan', PLAN, ...WHY);
  });

  test('begins with the share of its first stage, and keeps the plan until a person sets a share', async () => {
    const begun = await canary();
    expect(begun).toMatchObject({ percent: 10, stagedPlan: { stages: [{ percent: 10, minutes: 120 }, {}] } });
    for (const command of ['status', 'history']) expect((await release(command)).stdout).toContain(PLAN);
    expect(await ask('status', 'mfe-hubs')).toMatchObject({ parts: [{ canary: { plan: { text: PLAN } } }] });
    await release('rollback', 'mfe-legal', '--to', 'none', ...WHY);
    expect((await canary())?.stagedPlan?.at).toBe(begun?.stagedPlan?.at);
    await release('canary', 'mfe-hubs@1.1.0', '--plan', '10 % for a day, then ask', ...WHY);
    expect((await canary())?.stagedPlan).toEqual({
      stages: [{ percent: 10, minutes: 1440 }],
      at: begun?.stagedPlan?.at,
    });
    await release('canary', 'mfe-hubs@1.1.0', '20%', ...WHY);
    expect(await canary()).toMatchObject({ percent: 20 });
    expect(await canary()).not.toHaveProperty('stagedPlan');
  });

  test('is refused with a share that the plan does not have', async () => {
    expect(await ask('canary', 'mfe-hubs@1.1.0', '20%', '--plan', PLAN, ...WHY)).toMatchObject({
      code: 3,
      error: { refusals: [{ rule: 'request', problem: expect.stringMatching(/20 %/) }] },
    });
  });
});

test('a guarded promotion says until when, what follows, and what to do if nobody goes on with it', async () => {
  await recordGuardedParts(sample.store, { '*': true });
  await sample.publish('mfe-hubs', '1.1.0');
  const { code, stdout } = await release('promote', 'mfe-hubs@1.1.0', ...WHY);
  const at = Date.parse((await sample.store.latestRelease())?.createdAt ?? '');
  const until = `${new Date(at + 30 * 60_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  expect(code).toBe(0);
  for (const words of ['50 %', until, 'promote mfe-hubs@1.1.0', 'canary mfe-hubs end']) expect(stdout).toContain(words);
  expect(stdout).not.toContain('rollback');
  const { stdout: running } = await release('status', 'mfe-hubs');
  expect(running).toContain(until);
  expect(running).not.toContain('WARNING');
  jest.spyOn(Date, 'now').mockReturnValue(at + 36 * 60_000);
  expect((await release('status')).stdout).toMatch(/^WARNING: mfe-hubs 1\.1\.0 .*promote mfe-hubs@1\.1\.0/m);
  jest.mocked(Date.now).mockRestore();
  expect((await release('promote', 'mfe-hubs@1.1.0', ...WHY)).stdout).toContain('(was a canary for 50 %)');
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

  test('a change says how many web servers serve it', async () => {
    served = 2;
    await sample.publish('mfe-hubs', '1.1.0');
    const { code, stdout } = await release('promote', 'mfe-hubs@1.1.0', ...WHY);
    expect([code, stdout]).toEqual([0, expect.stringContaining('2 of 2')]);
  });

  test('a web server that serves a later release than the store has is named, with exit code 6', async () => {
    served = 35;
    const { code, stdout } = await release('rollback', 'mfe-hubs', '--to', 'none', ...WHY);
    expect({ code, stdout }).toEqual({ code: 6, stdout: expect.stringMatching(/^WARNING: .*release 35\b/m) });
    expect(stdout).toContain('0 of 2');
  });

  test('an address that is none is invalid usage, and nothing is done', async () => {
    process.env['METRICS_URL'] = 'web-server-1';
    expect(await release('rollback', 'mfe-hubs', '--to', 'none', ...WHY)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/METRICS_URL .*"web-server-1"/),
    });
    expect((await sample.store.latestRelease())?.number).toBe(1);
  });
});
