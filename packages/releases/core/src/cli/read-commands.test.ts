import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SampleStore } from '../operations/testing.ts';
import { contentName, endCanary, recordSampleEvidence, promoteAll, recordSampleCheck, rollBack } from '../testing.ts';
import { askRelease, runRelease } from './testing.ts';

let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make('folder');
});
afterEach(() => sample.remove());

const inStore = () => ['--store', join(sample.folder, 'store')];
const release = (...args: readonly string[]) => runRelease([...args, ...inStore()]);

test('publish and status say where a version comes from', async () => {
  const folder = await sample.build('mfe-hubs', '1.1.0');
  expect((await release('publish', folder)).stdout).toContain('commit cccccccccccc');
  const source = { repository: null, commit: 'd'.repeat(40), clean: false };
  await sample.publish('mfe-hubs', '1.2.0', { provenance: { source } });
  await sample.publish('mfe-hubs', '1.3.0', { provenance: { source: null } });
  const { stdout } = await release('status', 'mfe-hubs');
  expect(stdout).toMatch(/1\.1\.0 +published +.*commit cccccccccccc/);
  expect(stdout).toMatch(/1\.2\.0 +published +.*commit dddddddddddd, \S/);
  expect(stdout).toMatch(/1\.3\.0 +published +\S/);
  const one = (await release('status', 'mfe-hubs@1.1.0')).stdout;
  for (const fact of ['https://git.example.com/portal.git', 'c'.repeat(40), '@rspack/core'])
    expect(one).toContain(fact);
});

test('status says where a part goes back to, and why; the answer of the rollback repeats it', async () => {
  await recordSampleEvidence(sample.store, 'mfe-hubs', '1.0.0');
  for (const version of ['1.2.0', '1.3.0']) {
    await sample.publish('mfe-hubs', version);
    await promoteAll(sample.store, { 'mfe-hubs': version });
  }
  const chosen = { kind: 'version', version: '1.0.0', standing: 'good', passedOver: [{ version: '1.2.0' }] };
  const facts = / 1\.0\.0\b.*2026-11-01 03:12 UTC, 5,120 visits/;
  expect((await release('status')).stdout).toMatch(facts);
  expect((await release('status', 'mfe-hubs')).stdout).toMatch(/^ {2}1\.0\.0 .*2026-11-01 03:12 UTC/m);
  expect(await askRelease(['status', 'mfe-hubs', ...inStore()])).toMatchObject({ parts: [{ rollbackTarget: chosen }] });
  const legal = await askRelease(['status', 'mfe-legal', ...inStore()]);
  expect(legal).toMatchObject({ parts: [{ rollbackTarget: { kind: 'nothing' } }] });
  const answer = await askRelease(['rollback', 'mfe-hubs', '--reason', 'to try', ...inStore()]);
  expect(answer).toMatchObject({ release: { remotes: { 'mfe-hubs': { version: '1.0.0' } } }, rollbackTarget: chosen });
  await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' });
  expect((await release('rollback', 'mfe-hubs', '--reason', 'to try')).stdout).toMatch(facts);
});

test('status says first what to do where a version fails, with the command, and nothing of a single visitor', async () => {
  for (const version of ['1.1.0', '1.2.0']) await sample.publish('mfe-hubs', version);
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
  const failing = { visits: 40, failed: 23, verdict: 'inconclusive' } as const;
  await recordSampleEvidence(sample.store, 'mfe-hubs', '1.1.0', { ...failing, visits: 1, failed: 1 });
  expect(await askRelease(['status', ...inStore()])).toMatchObject({ tasks: [] });
  await recordSampleEvidence(sample.store, 'mfe-hubs', '1.1.0', failing);
  expect(await askRelease(['status', ...inStore()])).toMatchObject({
    tasks: [{ kind: 'roll-back', part: 'mfe-hubs' }],
  });
  expect((await release('status')).stdout).toMatch(
    /mfe-hubs 1\.1\.0 .*23 of 40 .*1\.0\.0\.\n +npm run release -- rollback mfe-hubs --reason/,
  );
  await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' }, { percent: 10 });
  await recordSampleEvidence(sample.store, 'mfe-hubs', '1.2.0', { ...failing, as: 'canary' });
  expect(await askRelease(['status', ...inStore()])).toMatchObject({
    tasks: [
      { kind: 'roll-back', text: expect.stringContaining('1.2.0') },
      { kind: 'end-canary', part: 'mfe-hubs' },
    ],
  });
  await rollBack(sample.store, 'mfe-hubs', '1.0.0');
  expect(await askRelease(['status', ...inStore()])).toMatchObject({ tasks: [] });
});

test('a rollback to a version of which nothing is known says that the next one goes further back', async () => {
  for (const version of ['1.1.0', '1.2.0']) {
    await sample.publish('mfe-hubs', version);
    await promoteAll(sample.store, { 'mfe-hubs': version });
  }
  const back = async () => (await release('rollback', 'mfe-hubs', '--reason', 'to try')).stdout;
  expect(await back()).toMatch(/^.*1\.1\.0 .*further back/m);
  await recordSampleEvidence(sample.store, 'mfe-hubs', '1.0.0');
  expect(await back()).not.toMatch(/further back/);
});

test('how the canary of a version ended stays in its lists, whatever happens later', async () => {
  for (const version of ['1.1.0', '1.2.0']) await sample.publish('mfe-hubs', version);
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 });
  await recordSampleEvidence(sample.store, 'mfe-hubs', '1.1.0', {
    as: 'canary',
    visits: 23,
    failed: 23,
    verdict: 'inconclusive',
  });
  await endCanary(sample.store, 'mfe-hubs', { by: 'watcher', reason: '23 of 23 failed' });
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
  await recordSampleEvidence(sample.store, 'mfe-hubs', '1.1.0', { visits: 5, failed: 0, verdict: 'inconclusive' });
  await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' }, { percent: 10 });
  await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' });
  const of = async (word: string) => (await release('status', word)).stdout;
  expect(await of('mfe-hubs')).toMatch(
    /^ {2}1\.1\.0 .* 0 of 5 visits.*canary .*by watcher in release 3: 23 of 23 failed$/m,
  );
  const past = (await of('mfe-hubs@1.1.0')).split('\n').filter((line) => line.startsWith('  Past '));
  expect(past).toEqual([
    expect.stringMatching(/23 of 23 visits/),
    expect.stringMatching(/0 of 5 visits/),
    expect.stringMatching(/UTC: canary, .*by watcher in release 3: 23 of 23 failed$/),
    expect.stringMatching(/UTC: live for .* release 6: to try$/),
  ]);
  expect(await of('mfe-hubs@1.2.0')).not.toContain('ended after');
});

test('status gives scripts the bucketing key of a canary, by which a visitor’s cookie chooses it', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10, by: 'anna' });
  expect((await release('status')).stdout).toMatch(/^ {2}mfe-hubs .* 1\.1\.0 for 10 % \(.*, anna\)/m);
  expect(await askRelease(['status', 'mfe-hubs', ...inStore()])).toMatchObject({
    parts: [{ canary: { bucketingKey: 'mfe-hubs-2' } }],
  });
});

test('status says whether a version was checked, by whom, and what was wrong', async () => {
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) await sample.publish('mfe-hubs', version);
  await recordSampleCheck(sample.store, 'mfe-hubs', '1.1.0');
  await recordSampleCheck(sample.store, 'mfe-hubs', '1.2.0', ['no heading']);
  const of = async (word: string) => (await release('status', word)).stdout;
  expect(await of('mfe-hubs@1.1.0')).toMatch(/2026-11-23 07:12 UTC by anna/);
  expect(await of('mfe-hubs@1.2.0')).toMatch(/2026-11-23 07:12 UTC by anna.*\/hubs\n.*\/hubs, owner.*\n +no heading/s);
  expect(await of('mfe-hubs@1.3.0')).toContain('npm run release -- check mfe-hubs@1.3.0');
  expect(await of('mfe-hubs')).toMatch(/1\.2\.0 .*\/hubs/);
});

describe('diff', () => {
  beforeEach(async () => {
    await sample.publish('mfe-hubs', '1.1.0', {
      contents: { 'entry.js': 'mfe-hubs 1.1.0', 'more.js': 'x'.repeat(3000) },
      provenance: { source: { repository: 'https://git.example.com/portal.git', commit: 'd'.repeat(40), clean: true } },
      declaration: { texts: { title: { en: 'Hubs', de: 'Hubs', fr: 'Hubs', nl: 'Hubs' } } },
    });
  });

  test('tells what changed between two versions', async () => {
    const { code, stdout } = await release('diff', 'mfe-hubs@1.0.0', 'mfe-hubs@1.1.0');
    expect(code).toBe(0);
    const [from, to] = ['c'.repeat(40), 'd'.repeat(40)];
    for (const fact of [
      'mfe-hubs 1.0.0 -> 1.1.0',
      `git log ${from}..${to} -- mfe-hubs packages`,
      '  title: de: Title of mfe-hubs (de) -> Hubs',
    ])
      expect(stdout).toContain(`${fact}\n`);
    expect(stdout).toMatch(/ more\.js \(new\) +3,000 +\d\d\n.* All files +3,014 +\+3,000 +\d\d +\+\d\d\n/s);
  });

  test('the other way round, and as data', async () => {
    const words = ['diff', 'mfe-hubs@1.1.0', 'mfe-hubs@1.0.0'];
    expect((await release(...words)).stdout).toMatch(/more\.js \(gone\) +-/);
    expect(await askRelease([...words, ...inStore()])).toMatchObject({
      code: 0,
      from: '1.1.0',
      to: '1.0.0',
      files: [{ file: 'entry.js' }, { file: 'more.js', before: 3000, after: null }],
    });
  });

  test.each([
    [[], 'mfe-hubs@'],
    [['mfe-hubs@1.0.0'], 'mfe-hubs@'],
    [['mfe-hubs@1.0.0', 'mfe-legal@1.0.0'], 'mfe-hubs@'],
    [['mfe-hubs@1.0.0', 'mfe-hubs@9.0.0'], 'npm run release -- status mfe-hubs'],
  ])('%j is refused, with an example or the next command', async (words, remedy) => {
    expect(await release('diff', ...words)).toMatchObject({ code: 2, stderr: expect.stringContaining(remedy) });
  });
});

const SCRIPT = 'const t=e=>{let n={onClick:()=>e.a()};return n};export{t};';
/** Where `e.a()` and `return` are, from 1; behind them is code of the bundler. */
const [CALL, RETURN] = [SCRIPT.indexOf('e.a()') + 1, SCRIPT.indexOf('return') + 1];
/** [column of the script, source, line, column, name], all from 0. */
const MAP = {
  version: 3,
  sources: ['mfe-hubs/src/hub-row.tsx'],
  names: ['HubRow', 'hub', 'release'],
  mappings: [
    [[0, 0, 4, 0], [6, 0, 4, 6, 0], [8, 0, 4, 15, 1], [CALL - 1, 0, 6, 20, 1], [RETURN - 1, 0, 7, 2], [RETURN + 8]],
  ],
};
const BUILD = {
  contents: { 'entry.js': 'entry', 'main.js': SCRIPT, 'other.js': 'other' },
  sourceMaps: { 'main.js': MAP },
};
const MAIN = contentName('main.js', SCRIPT);
const OTHER = `mfe-hubs/${contentName('other.js', 'other')}:1:1`;
const PLAIN = `mfe-legal/${contentName('entry.js', 'mfe-legal 1.0.0')}:1:1`;
const at = (column: number) => `mfe-hubs/${MAIN}:1:${String(column)}`;

const explain = (...words: string[]) => release('explain', ...words);

describe('explain', () => {
  beforeEach(() => sample.publish('mfe-hubs', '1.1.0', BUILD));

  test('gives file, line, column, functions and commit', async () => {
    const { code, stdout } = await explain(at(CALL));
    expect(stdout).toBe(
      `mfe-hubs/src/hub-row.tsx:7:21, in onClick, in HubRow\n(mfe-hubs 1.1.0, commit ${'c'.repeat(40)})\n`,
    );
    expect(code).toBe(0);
  });

  test('replaces the positions in a stack trace, and their addresses, but not those of other scripts', async () => {
    const stack = `TypeError: x\n    at t (https://portal.example.com/assets/${at(CALL)})\n    at http://localhost:4000/assets/${at(RETURN)}\n    at https://cdn.example.com/lib/chat.js:1:2`;
    const { stdout } = await explain(stack);
    expect(stdout).toContain(
      'TypeError: x\n    at t (mfe-hubs/src/hub-row.tsx:7:21, in onClick, in HubRow)\n    at mfe-hubs/src/hub-row.tsx:8:3, in HubRow\n    at https://cdn.example.com/lib/chat.js:1:2\n',
    );
  });

  test('works for an earlier version, and names those that share the file', async () => {
    await sample.publish('mfe-hubs', '1.2.0', BUILD);
    await sample.publish('mfe-hubs', '1.3.0', { contents: { 'entry.js': 'new' } });
    const { stdout } = await explain(at(CALL));
    expect(stdout).toContain('(mfe-hubs 1.2.0, commit ');
    expect(stdout).toContain('; the same file is in 1.1.0)');
  });

  test('works for a build outside git, whatever a newer version has lost', async () => {
    for (const version of ['1.2.0', '1.3.0'])
      await sample.publish('mfe-hubs', version, { ...BUILD, provenance: { source: null } });
    await sample.write('artifacts/mfe-hubs/versions/1.3.0.json', 'damaged');
    const { code, stdout } = await explain(at(CALL));
    expect(stdout).toContain('(mfe-hubs 1.2.0, built outside git; the same file is in 1.1.0)\n');
    expect(code).toBe(0);
  });

  test.each([
    ['a file of no version', 'mfe-hubs/main.0123456789abcdef.js:1:1', 'mfe-hubs'],
    ['a version without source maps', PLAIN, 'mfe-legal 1.0.0'],
    ['code of the bundler', at(SCRIPT.length - 3), 'mfe-hubs 1.1.0'],
    ['a script without a map', OTHER, 'mfe-hubs 1.1.0'],
  ])('keeps a position in %s as it is, and warns of it', async (_what, position, named) => {
    const { code, stdout } = await explain(`at ${position}\nat ${at(RETURN)}`);
    expect(stdout).toContain(`at ${position}\nat mfe-hubs/src/hub-row.tsx:8:3, in HubRow\n`);
    const warning = stdout.split('\n').find((line) => line.startsWith(`WARNING: ${position}: `));
    expect(warning?.replace(position, '')).toContain(named);
    expect(code).toBe(6);
  });

  test('refuses an input without a position, and a part that the store does not know', async () => {
    expect(await explain('TypeError: x')).toMatchObject({ code: 2 });
    expect(await explain(`mfe-hub/${MAIN}:1:1`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('mfe-hubs?'),
    });
  });

  test('names damaged source maps', async () => {
    const [key = ''] = await sample.store.driver.list('artifacts/mfe-hubs/source-maps/');
    await sample.write(key, 'damaged');
    const answer = await askRelease(['explain', at(CALL), ...inStore()]);
    expect(answer).toMatchObject({ code: 5, error: { kind: 'store', key, state: 'damaged' } });
  });
});
