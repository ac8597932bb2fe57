/**
 * What the tests of docs/operating.md share: the servers and the command of a checkout, each in a process of its own.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@portal/node-kit/testing';
import { waitForResponse } from '../../scripts/start/servers.ts';

export type Environment = Readonly<Record<string, string>>;

const ROOT = join(import.meta.dirname, '../..');
const START_LIMIT_MS = 120_000;

/** Nothing of what this run of the tests has in its environment. */
const bare = (): Environment => {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
};

export interface Outcome {
  readonly code: number | null;
  readonly text: string;
}

async function run(file: string, args: readonly string[], env: Environment): Promise<Outcome> {
  const child = spawn(file, args, { env: { ...bare(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (more) => (text += more));
  await once(child, 'close');
  return { code: child.exitCode, text };
}

/** A server that runs. */
export interface Server {
  readonly url: string;
  /** Of a web server. */
  readonly metricsUrl: string;
  /** Ends it as an operator does; an error unless its exit code is 0. */
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Kills what a failed test has left. */
export async function killAll(): Promise<void> {
  for (const child of running) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
}

async function startServer(main: string, env: Environment, url: string, answers: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [main], { env: { ...bare(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new AbortController();
  const closed = once(child, 'close').then(() => {
    running.delete(child);
    ended.abort(new Error(`${main} has ended: ${output}`));
  });
  await waitForResponse(`${url}${answers}`, START_LIMIT_MS, ended.signal);
  return async () => {
    child.kill('SIGTERM');
    await closed;
    if (child.exitCode !== 0) throw new Error(`${main} did not stop as it should: ${output}`);
  };
}

/** The programs of a checkout of this repository. */
export class Programs {
  readonly #root: string;

  constructor(root = ROOT) {
    this.#root = root;
  }

  /** Starts a web server, on free ports unless `env` has some. */
  async startWebServer(env: Environment): Promise<Server> {
    const { PORTAL_PORT = String(await freePort()), METRICS_PORT = String(await freePort()) } = env;
    const url = `http://localhost:${PORTAL_PORT}`;
    const main = join(this.#root, 'packages/delivery/web-server/src/main.ts');
    const stop = await startServer(main, { ...env, PORTAL_PORT, METRICS_PORT }, url, '/release.json');
    return { url, metricsUrl: `http://127.0.0.1:${METRICS_PORT}/metrics`, stop };
  }

  /** Starts a release service, on a free port unless `env` has one. */
  async startService(env: Environment): Promise<Server> {
    const { RELEASE_PORT = String(await freePort()) } = env;
    const url = `http://localhost:${RELEASE_PORT}`;
    const main = join(this.#root, 'packages/releases/service/src/main.ts');
    return { url, metricsUrl: '', stop: await startServer(main, { ...env, RELEASE_PORT }, url, '/livez') };
  }

  /** Runs the release command. */
  release(env: Environment, ...words: readonly string[]): Promise<Outcome> {
    return run(process.execPath, [join(this.#root, 'packages/releases/core/src/cli/program.ts'), ...words], env);
  }
}

/**
 * Runs commands of the page as somebody types them; `folder` gets the command `portal-release`, which is that of this
 * checkout.
 */
export async function typeCommands(folder: string, commands: string, env: Environment): Promise<Outcome> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  const program = join(ROOT, 'packages/releases/core/src/cli/program.ts');
  await writeFile(join(bin, 'portal-release'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  await chmod(join(bin, 'portal-release'), 0o755);
  const all = { ...env, PATH: `${bin}:${bare()['PATH'] ?? ''}` };
  return run('bash', ['--norc', '-e', '-u', '-o', 'pipefail', '-c', commands], all);
}
