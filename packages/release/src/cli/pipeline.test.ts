import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SampleStore } from '../operations/testing.ts';
import { promoteAll, rollBack, writeBuild } from '../testing.ts';
import type { Outcome } from './testing.ts';

const DOCS = join(import.meta.dirname, '../../../../docs');
const RECIPE = join(DOCS, 'pipeline/release-remote.sh');
const MAIN = join(import.meta.dirname, 'main.ts');

let sample: SampleStore;

/**
 * A checkout with only mfe-hubs 1.1.0. `npm run release` runs the real command, other npm scripts are only printed, and curl prints
 * sample metrics of the web server.
 */
beforeEach(async () => {
  sample = await SampleStore.make('folder');
  await mkdir(join(sample.folder, 'bin'));
  await mkdir(join(sample.folder, 'mfe-hubs'));
  await writeFile(join(sample.folder, 'mfe-hubs/package.json'), '{"version": "1.1.0"}');
  await writeBuild(join(sample.folder, 'mfe-hubs/dist'), {
    name: 'mfe-hubs',
    version: '1.1.0',
    contents: { 'entry.js': 'new' },
  });
  await program('npm', `[ "$3" = release ] && shift 4 && exec node "${MAIN}" "$@"; echo "npm $*"`);
  await program('node', `exec "${process.execPath}" "$@"`);
});
afterEach(() => sample.remove());

async function program(name: string, script: string): Promise<void> {
  const file = join(sample.folder, 'bin', name);
  await writeFile(file, `#!/usr/bin/env bash\n${script}\n`);
  await chmod(file, 0o755);
}

const APPROVED = { APPROVED_BY: 'anna' };

async function stage(
  name: string,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = APPROVED,
): Promise<Outcome> {
  const child = spawn('bash', [RECIPE, name, ...args], {
    cwd: sample.folder,
    env: {
      PATH: `${join(sample.folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      REMOTE: 'mfe-hubs',
      REASON: 'faster search',
      RELEASE_BY: 'pipeline of mfe-hubs',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORTAL_STATE: sample.folder,
      // With it, a change waits until a web server serves it; there is none here.
      ...(name === 'judge' && { METRICS_URL: 'http://127.0.0.1:4300/metrics' }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  await once(child, 'close');
  return { code: child.exitCode, ...output };
}

async function counted(loads: number, failures: number): Promise<void> {
  const labels = 'part="mfe-hubs",version="1.1.0"';
  await program(
    'curl',
    `cat <<'END'
portal_part_load_seconds_bucket{${labels},le="+Inf"} ${String(loads)}
portal_part_load_seconds_count{${labels}} ${String(loads)}
portal_part_failures_total{${labels},failure="crashed"} ${String(failures)}
portal_part_failures_total{part="mfe-hubs",version="1.0.0",failure="crashed"} 99
END`,
  );
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
  await counted(50, 0);
  expect(await stage('judge')).toMatchObject({ code: 75, stdout: '50 loads, 0 failures\n' });
  await counted(199, 1);
  expect(await stage('judge')).toMatchObject({ code: 0 });
  expect(await stage('full')).toMatchObject({ code: 0, stderr: '' });
  expect(await sample.store.latestRelease()).toMatchObject({
    number: 3,
    createdBy: 'anna (pipeline of mfe-hubs)',
    remotes: { 'mfe-hubs': { version: '1.1.0', fallback: { version: '1.0.0' } } },
    canaries: {},
  });
});

test('only a person promotes a canary to everybody, whatever the counts', async () => {
  await stage('publish');
  await stage('canary');
  await counted(1000, 0);
  expect(await stage('judge', [], {})).toMatchObject({ code: 0 });
  expect(await stage('full', [], {})).toMatchObject({
    code: 2,
    stderr: 'full: a person releases to everybody. Look at the canary, then set APPROVED_BY to who you are.\n',
  });
  expect(await sample.store.latestRelease()).toMatchObject({ number: 2, canaries: { 'mfe-hubs': { percent: 10 } } });
  // In the recipe of docs/pipeline.md, only a manual job releases to everybody.
  const page = await readFile(join(DOCS, 'pipeline.md'), 'utf8');
  const jobs = (/```yaml\n([^]*?)```/.exec(page)?.[1] ?? '').split(/^(?=\w)/m);
  const full = jobs.filter((job) => job.includes('release-remote.sh full'));
  expect(full).toEqual([expect.stringMatching(/^full:[^]* when: manual$/m)]);
});

test('a failing canary ends, and the live version stays', async () => {
  await stage('publish');
  await stage('canary', ['5']);
  await counted(190, 10);
  expect(await stage('judge')).toMatchObject({ code: 1, stdout: '190 loads, 10 failures\n' });
  expect(await stage('abandon')).toMatchObject({ code: 0 });
  expect(await sample.store.latestRelease()).toMatchObject({
    number: 3,
    reason: 'The canary of 1.1.0 failed: faster search',
    remotes: { 'mfe-hubs': { version: '1.0.0' } },
    canaries: {},
  });
});

test.each(['full', 'abandon'])('%s does nothing after a person has ended the canary', async (what) => {
  await stage('publish');
  await stage('canary');
  await rollBack(sample.store, 'mfe-hubs');
  expect(await stage(what)).toMatchObject({ code: 1, stderr: expect.stringContaining('somebody decided otherwise') });
  expect((await sample.store.latestRelease())?.number).toBe(3);
});

test('another team’s release in between does not stop the pipeline', async () => {
  await stage('publish');
  await stage('canary');
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
  const full = await stage('full');
  expect(full.code).toBe(0);
  expect(full.stderr).toContain('by another (in between) is live now. Since then: mfe-legal 1.0.0 -> 1.1.0');
  expect(await sample.store.latestRelease()).toMatchObject({
    number: 4,
    remotes: { 'mfe-hubs': { version: '1.1.0' }, 'mfe-legal': { version: '1.1.0' } },
  });
});

test('a version that breaks a rule stops the pipeline at once', async () => {
  await stage('publish');
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
  expect(await stage('canary')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('gets mfe-hubs 1.1.0 already'),
  });
});
