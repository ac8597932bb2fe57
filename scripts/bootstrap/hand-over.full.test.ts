import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '@portal/node-kit/testing';
import { runCommand } from '../processes/run-command.ts';

const ROOT = join(import.meta.dirname, '../..');
const PORTS = ['PORTAL_PORT', 'BACKEND_PORT', 'METRICS_PORT', 'CONSOLE_PORT'];

let clone = '';

/** A clone without installed packages, as far as the bootstrap needs it, and an `npx` that is in the place of npm's. */
beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'clone-'));
  await cp(join(ROOT, 'scripts'), join(clone, 'scripts'), { recursive: true });
  await cp(join(ROOT, 'packages/node-kit/src'), join(clone, 'packages/node-kit/src'), { recursive: true });
  await mkdir(join(clone, 'bin'));
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])
    await writeFile(join(clone, file), file === 'package.json' ? '{"type":"module"}' : '');
  await writeFile(join(clone, 'bin/npx'), '#!/bin/sh\ntouch "$(dirname "$0")/../installing"\nexec sleep 60\n');
  await chmod(join(clone, 'bin/npx'), 0o755);
});
afterEach(async () => {
  await rm(clone, { recursive: true, force: true });
});

/** The exit code, once the process has ended. */
const readCode = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));

async function start(env: Readonly<Record<string, string>> = {}) {
  const free = await Promise.all(PORTS.map(async (variable) => [variable, String(await freePort())] as const));
  const path = `${join(clone, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  const child = spawn(process.execPath, [join(clone, 'scripts/start.mjs')], {
    env: { ...process.env, npm_lifecycle_event: undefined, PATH: path, ...Object.fromEntries(free), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return { child, ended: readCode(child).then((code) => ({ code, output })) };
}

test.each(PORTS)('names port and variable when %s is taken, before anything is installed', async (variable) => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { ended } = await start({ [variable]: String(port) });
  expect(await ended).toEqual({
    code: 1,
    output: `Port ${String(port)} is taken. Stop what uses it, or choose another port with ${variable}.\n`,
  });
  server.close();
});

test.each(['#', '!', '?', '*'])(
  'says that nothing can be built below a path with "%s", before anything is installed',
  async (character) => {
    const moved = `${clone}${character}`;
    await rename(clone, moved);
    clone = moved;
    const { ended } = await start();
    expect(await ended).toEqual({
      code: 1,
      output: `The tools that build the portal do not find files in ${moved}, because of "${character}": move the repository to a path without #, !, ? and *.\n`,
    });
  },
);

test.each(['SIGINT', 'SIGTERM'] as const)('says that it stops on %s while it installs', async (signal) => {
  const { child, ended } = await start();
  while (!existsSync(join(clone, 'installing'))) await setImmediate();
  child.kill(signal);
  const { code, output } = await ended;
  expect(output).toMatch(/Stopped\.\n$/);
  expect(code).toBe(130);
});

test('says which servers there are', async () => {
  const child = spawn(process.execPath, [join(clone, 'scripts/serve.mjs'), 'portal']);
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await readCode(child);
  expect(output).toBe('There is no server "portal". Usage: npm run serve -- backend|web-server|service|console\n');
  expect(code).toBe(2);
});

test('npm run add takes the version of the catalog, pins and installs a new package, and refuses another version', async () => {
  const read = async (file: string) => await readFile(join(clone, file), 'utf8');
  const add = async (...words: readonly string[]) =>
    await runCommand({ file: 'npm', args: ['--silent', 'run', 'add', '--', 'mfe-a', ...words], cwd: clone });
  await writeFile(
    join(clone, 'package.json'),
    '{"private":true,"type":"module","scripts":{"add":"node scripts/add.mjs"}}',
  );
  await cp(join(ROOT, 'pnpm-workspace.yaml'), join(clone, 'pnpm-workspace.yaml'));
  await mkdir(join(clone, 'mfe-a'));
  await writeFile(join(clone, 'mfe-a/package.json'), '{"name":"mfe-a","private":true}');
  const before = await read('pnpm-workspace.yaml');

  expect(await add('valibot')).toMatchObject({ code: 0 });
  expect(await read('pnpm-workspace.yaml')).toBe(before);
  expect(await add('picocolors')).toMatchObject({ code: 0 });
  const pinned = await read('pnpm-workspace.yaml');
  expect(pinned.replace(/^ {2}picocolors: \d+\.\d+\.\d+\n/m, '')).toBe(before);
  expect(pinned).not.toBe(before);
  const manifest = await read('mfe-a/package.json');
  expect(JSON.parse(manifest)).toMatchObject({ dependencies: { picocolors: 'catalog:', valibot: 'catalog:' } });
  expect(await read('mfe-a/node_modules/picocolors/package.json')).toContain('"picocolors"');

  const { code, output } = await add('valibot@1.4.0');
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('without a version') });
  expect(output).not.toContain('ERR_PNPM');
  expect([await read('pnpm-workspace.yaml'), await read('mfe-a/package.json')]).toEqual([pinned, manifest]);
});
