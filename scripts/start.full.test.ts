import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { tryLock } from '@portal/node-kit/process-lock';
import { freePort } from '@portal/node-kit/testing';
import { runCommand } from './processes/run-command.ts';

const ROOT = join(import.meta.dirname, '..');

let state = '';

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'state-'));
});
afterEach(async () => {
  await rm(state, { recursive: true, force: true });
});

async function run(script: string, env: Readonly<Record<string, string>>) {
  const environment = { PORTAL_STATE: state, FORCE_COLOR: undefined, ...env };
  return await runCommand({ file: process.execPath, args: [`scripts/${script}`], cwd: ROOT, env: environment });
}

describe('npm start', () => {
  test('refuses an invalid port', async () => {
    const { code, output } = await run('start.mjs', { PORTAL_PORT: 'http' });
    expect(output).toBe(
      'PORTAL_PORT is "http", which is not a port: set it to a number from 1 to 65535, or leave it unset for 4000.\n',
    );
    expect(code).toBe(1);
  });

  test('refuses a state folder that another portal uses', async () => {
    const lock = tryLock(join(state, 'start'));
    const ports = { PORTAL_PORT: String(await freePort()), BACKEND_PORT: String(await freePort()) };
    const { code, output } = await run('start.ts', ports);
    if ('unlock' in lock) lock.unlock();
    expect(output).toContain(`Another portal uses ${state} (process ${process.pid}).`);
    expect(code).toBe(1);
  });
});

describe('npm run reset', () => {
  test('deletes the state', async () => {
    for (const name of ['database', 'store', 'web-server']) await writeFile(join(state, name), '');
    await writeFile(join(state, 'unrelated'), '');
    const { code, output } = await run('reset.mjs', {});
    expect(output).toContain('the next start begins from scratch');
    expect(code).toBe(0);
    expect(await readdir(state)).toEqual(['unrelated']);
  });

  test('refuses while a portal runs', async () => {
    await writeFile(join(state, 'start.pid'), String(process.pid));
    const { code, output } = await run('reset.mjs', {});
    expect(output).toBe(`A portal runs on ${state} (process ${process.pid}). Stop it first.\n`);
    expect(code).toBe(1);
  });

  test('leaves the lock to a start that takes it at the same moment', async () => {
    const lock = tryLock(join(state, 'start'));
    // That start has not written its process id yet.
    await rm(join(state, 'start.pid'));
    await run('reset.mjs', {});
    expect(tryLock(join(state, 'start'))).toEqual({ holder: 'unknown' });
    if ('unlock' in lock) lock.unlock();
  });
});
