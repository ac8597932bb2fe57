import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort, testProgram } from '@portal/node-kit/testing';

const MAIN = testProgram('web-server', fileURLToPath(new URL('../main.ts', import.meta.url)));

/** The web server's program in a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** What it has printed. */
  readonly output: { out: string; error: string };
  /** Its exit code and signal, once it has ended. */
  readonly exit: Promise<unknown[]>;
  /** Resolves with the portal's address when it is ready; rejects when it ends first. */
  ready(): Promise<string>;
}

/** Starts the web server. `env` adds to a minimal environment, `execArgv` are arguments of Node. */
export async function startServerProcess(
  env: Readonly<Record<string, string>>,
  execArgv: readonly string[] = [],
): Promise<ServerProcess> {
  const ports = { PORTAL_PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
  const child = fork(MAIN, {
    execArgv: [...execArgv],
    env: { PATH: process.env['PATH'], LOG_FORMAT: 'text', ACCESS_LOG: 'no', ...ports, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = { out: '', error: '' };
  const printed = Promise.withResolvers<string>();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.out += text;
    // A store that was slow may be named before.
    const [, url] = /Portal: (http:\/\/\S+:\d+) /.exec(output.out) ?? [];
    if (url !== undefined) printed.resolve(url);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.error += text));
  const exit = once(child, 'close');
  return {
    child,
    output,
    exit,
    async ready() {
      const url = await Promise.race([printed.promise, exit.then(() => undefined)]);
      if (url === undefined) throw new Error(`The web server did not start: ${output.error}`);
      return url;
    },
  };
}
