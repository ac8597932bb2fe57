import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SampleStore } from '@portal/release/operations/testing';

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, 'main.ts');
/** A "build": copies a folder that was committed, and writes down what it was asked for. */
const BUNDLER = `
  import { cpSync, writeFileSync } from 'node:fs';
  cpSync('committed', 'dist', { recursive: true });
  const { PORTAL_VERSION_SUFFIX, FEDERATION_RUNTIME } = process.env;
  writeFileSync(process.env.ASKED, JSON.stringify([process.argv[2], PORTAL_VERSION_SUFFIX, FEDERATION_RUNTIME]));
`;

let folder = '';
let sample: SampleStore;
let commit = '';

/** Writes a file below the test's folder. */
async function write(file: string, content: string): Promise<string> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

/** What `npx pnpm install` does in this test. */
async function installer(script: string): Promise<void> {
  await chmod(await write('bin/npx', `#!/bin/sh\n${script}\n`), 0o755);
}

async function git(...args: readonly string[]): Promise<string> {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const { stdout } = await run('git', [...who, ...args], { cwd: join(folder, 'portal') });
  return stdout.trim();
}

/** A repository with a remote whose build is that of the published mfe-hubs 1.2.0. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-rebuild-test-'));
  sample = await SampleStore.make('folder');
  await mkdir(join(folder, 'temporary'));
  await write('portal/mfe-hubs/package.json', JSON.stringify({ type: 'module', version: '1.2.0' }));
  await write('portal/bundler.js', BUNDLER);
  const contents = { 'entry.js': 'hubs' };
  const built = await sample.build('mfe-hubs', '1.2.0-rc.1', { contents });
  await run('cp', ['-r', built, join(folder, 'portal/mfe-hubs/committed')]);
  await git('init', '--quiet');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'test');
  commit = await git('rev-parse', 'HEAD');
  const source = { repository: null, commit, clean: true };
  await sample.publish('mfe-hubs', '1.2.0-rc.1', { contents, provenance: { source, runTime: 'enhanced' } });
  await installer(
    'mkdir -p mfe-hubs/node_modules/@rspack/cli/bin && cp bundler.js mfe-hubs/node_modules/@rspack/cli/bin/rspack.js',
  );
});
afterEach(async () => {
  await sample.remove();
  await rm(folder, { recursive: true });
});

function startCommand() {
  return spawn(process.execPath, [MAIN, 'mfe-hubs@1.2.0-rc.1'], {
    cwd: join(folder, 'portal'),
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PORTAL_STATE: sample.folder,
      PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      TMPDIR: join(folder, 'temporary'),
      ASKED: join(folder, 'asked.json'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function rebuild() {
  const child = startCommand();
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  await once(child, 'close');
  return { code: child.exitCode, stdout: await stdout, stderr: await stderr };
}

const left = () => readdir(join(folder, 'temporary'));

test('builds the commit, and not what the folder has now, as the published version was built, and leaves nothing', async () => {
  await write('portal/mfe-hubs/committed/manifest.json', '{}');
  const { code, stdout } = await rebuild();
  expect(stdout).toContain(
    `mfe-hubs 1.2.0-rc.1: same bytes. Commit ${commit} gives 1 file and the manifest as they are published.`,
  );
  expect(stdout).toContain(`(Node 24.0.0 built the published version, Node ${process.versions.node} built it now.)`);
  expect(code).toBe(0);
  const asked = await readFile(join(folder, 'asked.json'), 'utf8');
  expect(JSON.parse(asked)).toEqual(['build', 'rc.1', 'enhanced']);
  expect(await left()).toEqual([]);
});

test('an installation that fails is tried again with the registry, and then reported', async () => {
  await installer('echo "$@" >> "$ASKED"; echo "no such package" >&2; exit 1');
  const { code, stderr } = await rebuild();
  expect(code).toBe(1);
  expect(stderr).toMatch(/mfe-hubs 1\.2\.0-rc\.1 could not be built again: npx --yes pnpm@12\.0\.0 .*no such package/s);
  expect(await left()).toEqual([]);
});

test('Ctrl-C ends the work and removes its files', async () => {
  await installer('sleep 600');
  const child = startCommand();
  const closed = once(child, 'close');
  for await (const line of child.stderr.setEncoding('utf8'))
    if (String(line).includes('Installing')) child.kill('SIGINT');
  await closed;
  expect(child.signalCode).toBe('SIGINT');
  expect(await left()).toEqual([]);
});
