import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { visitRow } from '@portal/contract/sample-visits';
import { SampleStore } from '../operations/testing.ts';
import { endCanary, promoteAll, writeBuild } from '../testing.ts';
import type { Outcome } from './testing.ts';
import { CountingServer, runRelease } from './testing.ts';

const DOCS = join(import.meta.dirname, '../../../../../docs');
const RECIPE = join(DOCS, 'pipeline/release-remote.sh');
const MAIN = join(import.meta.dirname, 'main.ts');

let sample: SampleStore;
let server: CountingServer | undefined;

/**
 * A checkout with only mfe-hubs 1.1.0. `npm run release` runs the real command, and other npm scripts are only printed.
 */
beforeEach(async () => {
  sample = await SampleStore.make('folder');
  await mkdir(join(sample.folder, 'bin'));
  await mkdir(join(sample.folder, 'mfe-hubs'));
  await writeFile(join(sample.folder, 'mfe-hubs/package.json'), '{"name": "mfe-hubs", "version": "1.1.0"}');
  await writeBuild(join(sample.folder, 'mfe-hubs/dist'), {
    name: 'mfe-hubs',
    version: '1.1.0',
    contents: { 'entry.js': 'new' },
  });
  await program('npm', `[ "$3" = release ] && shift 4 && exec node "${MAIN}" "$@"; echo "npm $*"`);
  await program('node', `exec "${process.execPath}" "$@"`);
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await sample.remove();
});

/** The jobs in the recipe of docs/pipeline.md: name -> its text. */
async function jobsOfThePage(): Promise<ReadonlyMap<string, string>> {
  const page = await readFile(join(DOCS, 'pipeline.md'), 'utf8');
  const jobs = (/```yaml\n([^]*?)```/.exec(page)?.[1] ?? '').split(/^(?=\w)/m);
  return new Map(jobs.filter((job) => job.includes('script: ')).map((job) => [job.slice(0, job.indexOf(':')), job]));
}

async function program(name: string, script: string): Promise<void> {
  const file = join(sample.folder, 'bin', name);
  await writeFile(file, `#!/usr/bin/env bash\n${script}\n`);
  await chmod(file, 0o755);
}

/** What `publish` and `canary` do, without a process for each. */
async function startCanary(): Promise<void> {
  await sample.publish('mfe-hubs', '1.1.0');
  const words = 'canary mfe-hubs@1.1.0 10% --reason try --by anna --store'.split(' ');
  await runRelease([...words, join(sample.folder, 'store')]);
}

const APPROVED = { APPROVED_BY: 'anna' };

type Environment = Readonly<Record<string, string>>;

const stage = (name: string, args: readonly string[] = [], environment: Environment = APPROVED): Promise<Outcome> =>
  runShell(name, [RECIPE, name, ...args], environment);

async function runShell(name: string, words: readonly string[], environment: Environment): Promise<Outcome> {
  const child = spawn('bash', words, {
    cwd: sample.folder,
    env: {
      PATH: `${join(sample.folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      REMOTE: 'mfe-hubs',
      REASON: 'faster search',
      RELEASE_BY: 'pipeline of mfe-hubs',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORTAL_STATE: sample.folder,
      // With it, a change waits until a web server serves it; there is none here.
      ...(name === 'judge' && server && { METRICS_URL: server.address }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  await once(child, 'close');
  return { code: child.exitCode, stdout: await stdout, stderr: await stderr };
}

/**
 * What a web server tells at each look: visits of the canary, and ten times as many of the version before, of which few
 * failed.
 */
async function counted(...looks: readonly (readonly [visits: number, failed: number])[]): Promise<void> {
  server ??= await CountingServer.start(sample.store);
  server.looks = looks.map(([visits, failed]) => [
    visitRow({ release: 2, version: '1.1.0', visits, failed: [[0, failed]] }),
    visitRow({ release: 2, version: '1.0.0', visits: visits * 10, failed: [[0, Math.floor(visits / 20)]] }),
  ]);
}

test('tests, publishes and releases one remote: to a tenth of the visitors, then to everybody', async () => {
  expect(await stage('test')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^npm run --silent jest -- mfe-hubs\nnpm run build --prefix mfe-hubs$/m),
  });
  expect(await stage('publish')).toMatchObject({ code: 0, stderr: '' });
  expect(await stage('canary')).toMatchObject({ code: 0, stderr: '' });
  expect(await sample.store.latestRelease()).toMatchObject({
    number: 2,
    createdBy: 'pipeline of mfe-hubs',
    reason: 'faster search',
    canaries: { 'mfe-hubs': { version: '1.1.0', percent: 10 } },
  });
  await counted([50, 0]);
  expect(await stage('judge')).toMatchObject({
    code: 75,
    stdout: expect.stringMatching(/^mfe-hubs 1\.1\.0 .* 0 of 50 .* 2 of 500 /),
  });
  await counted([400, 1]);
  expect(await stage('judge')).toMatchObject({ code: 0 });
  // Many systems ask programs for colours.
  expect(await stage('full', [], { ...APPROVED, FORCE_COLOR: '1' })).toMatchObject({ code: 0, stderr: '' });
  expect(await sample.store.latestRelease()).toMatchObject({
    number: 3,
    createdBy: 'anna (pipeline of mfe-hubs)',
    remotes: { 'mfe-hubs': { version: '1.1.0', fallback: { version: '1.0.0' } } },
    canaries: {},
  });
});

test('only a person promotes a canary to everybody, whatever the counts', async () => {
  await startCanary();
  await counted([1000, 3]);
  expect(await stage('judge', [], {})).toMatchObject({ code: 0 });
  expect(await stage('full', [], {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('APPROVED_BY'),
  });
  expect(await sample.store.latestRelease()).toMatchObject({ number: 2, canaries: { 'mfe-hubs': { percent: 10 } } });
});

test('the jobs of the page release a commit, and only the one that a person starts releases it to everybody', async () => {
  const jobs = await jobsOfThePage();
  const releasing = [...jobs.values()].filter((job) => job.includes('release-remote.sh full'));
  expect(releasing).toEqual([expect.stringMatching(/^full:[^]* when: manual$/m)]);
  await symlink(DOCS, join(sample.folder, 'docs'));
  await counted([400, 1]);
  for (const name of ['test', 'publish', 'canary', 'judge', 'full']) {
    const [, script = ''] = /script: ([^,}\n]+)/.exec(jobs.get(name) ?? '') ?? [];
    expect([name, await runShell(name, ['-euc', script], APPROVED)]).toMatchObject([name, { code: 0 }]);
  }
  expect((await sample.store.latestRelease())?.remotes['mfe-hubs']).toMatchObject({ version: '1.1.0' });
});

test('without a reason, that of a change is the subject of the commit', async () => {
  await program('git', 'echo "feat: search by serial"');
  await stage('publish');
  expect(await stage('canary', [], { REASON: '' })).toMatchObject({ code: 0 });
  expect((await sample.store.latestRelease())?.reason).toBe('feat: search by serial');
});

test('a canary that is clearly worse ends, with its figures as the reason, and the live version stays', async () => {
  await startCanary();
  await counted([9, 9]);
  expect(await stage('judge')).toMatchObject({ code: 7, stderr: '' });
  expect(await sample.store.latestRelease()).toMatchObject({
    number: 3,
    createdBy: 'pipeline of mfe-hubs',
    reason: expect.stringMatching(/^mfe-hubs 1\.1\.0 .* 9 of 9 .* 0 of 90 /),
    remotes: { 'mfe-hubs': { version: '1.0.0' } },
    canaries: {},
  });
  expect(await stage('judge')).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/pipeline of mfe-hubs .*release 3.* 9 of 9 /),
  });
});

test('a canary that cannot be judged yet is looked at again, for the given time', async () => {
  await startCanary();
  await counted([50, 0], [50, 20]);
  await program('sleep', 'echo "pauses for $1 s"');
  expect(await stage('judge', ['120'])).toMatchObject({
    code: 7,
    stdout: expect.stringMatching(/^pauses for 20 s\nmfe-hubs 1\.1\.0 .* 20 of 50 /),
  });
});

test('a canary that could not be judged at all is given up by a person, or after a week', async () => {
  await startCanary();
  await counted([50, 0]);
  expect(await stage('judge')).toMatchObject({ code: 75, stderr: '' });
  expect(await stage('abandon')).toMatchObject({ code: 0 });
  expect(await sample.store.latestRelease()).toMatchObject({
    number: 3,
    reason: expect.stringMatching(/1\.1\.0.*: faster search$/),
    canaries: {},
  });
});

test.each(['full', 'abandon'])('%s does nothing after a person has ended the canary', async (what) => {
  await startCanary();
  await endCanary(sample.store, 'mfe-hubs');
  expect(await stage(what)).toMatchObject({ code: 1 });
  expect((await sample.store.latestRelease())?.number).toBe(3);
});

const WITHOUT = { PORTAL_STATE: '', STORE: '', RELEASE_SERVICE: '' };

test.each(['publish', 'canary', 'judge', 'full', 'abandon'])(
  '%s without a store or a service is refused, and makes no store',
  async (what) => {
    const files = await readdir(sample.folder);
    expect(await stage(what, [], { ...APPROVED, ...WITHOUT })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('RELEASE_SERVICE'),
    });
    expect(await readdir(sample.folder)).toEqual(files);
    expect(await stage('test', [], WITHOUT)).toMatchObject({ code: 0 });
  },
);

test.each([
  ['that was never a canary', () => Promise.resolve(), /none before/],
  ['whose canary a person ended', () => startCanary().then(() => endCanary(sample.store, 'mfe-hubs')), /release 3/],
  ['that everybody has', () => startCanary().then(() => stage('full')), /everybody/],
])('full and abandon of a version %s say so', async (_what, prepare, said) => {
  await sample.publish('mfe-hubs', '1.1.0');
  await prepare();
  for (const what of ['full', 'abandon'])
    expect(await stage(what)).toMatchObject({ code: 1, stderr: expect.stringMatching(said) });
});

test('another team’s release in between does not stop the pipeline', async () => {
  await startCanary();
  await sample.publish('mfe-legal', '1.1.0');
  await program(
    'npm',
    `shift 4
     if [ "$1" = promote ] && [ ! -e "${sample.folder}/done" ]; then
       touch "${sample.folder}/done"
       node "${MAIN}" promote mfe-legal@1.1.0 --by another --reason "in between" >/dev/null
     fi
     exec node "${MAIN}" "$@"`,
  );
  expect(await stage('full')).toMatchObject({ code: 0, stderr: expect.stringContaining('mfe-legal 1.0.0 -> 1.1.0') });
  expect(await sample.store.latestRelease()).toMatchObject({
    number: 4,
    remotes: { 'mfe-hubs': { version: '1.1.0' }, 'mfe-legal': { version: '1.1.0' } },
  });
});

test('a version that breaks a rule stops the pipeline at once', async () => {
  await stage('publish');
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
  expect(await stage('canary')).toMatchObject({ code: 3, stderr: expect.stringContaining('[already-live]') });
});
