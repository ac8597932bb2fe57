import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { hasCode } from '@portal/node-kit/error-code';
import { PlainError } from '@portal/node-kit/plain-error';

const END_WITH_PARENT = new URL('end-with-parent.mjs', import.meta.url).href;
const WATCH = fileURLToPath(new URL('watch.mjs', import.meta.url));
/** A service that has not stopped after this time is killed, in milliseconds. */
const STOP_LIMIT_MS = 10_000;

/** A service ended without being stopped. */
export class ServiceEndedError extends PlainError {}

interface ServiceOptions {
  /** Name in messages: "development backend". */
  readonly name: string;
  /** The program, relative to `root`. */
  readonly main: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** Options of Node. */
  readonly nodeOptions?: readonly string[];
  /** Folders, relative to `root`: when a file in them changes, it starts again; after a failure, too. */
  readonly watched?: readonly string[] | undefined;
  /** Receives each line of its standard error. Its standard output is ignored, because this process prints the same. */
  readonly onLine: (line: string) => void;
}

/** A long-running child process. */
export interface Service {
  readonly name: string;
  readonly pid: number | undefined;
  /** Rejects with ServiceEndedError when the process ends by itself; never resolves. */
  readonly ended: Promise<never>;
  /** Sends SIGTERM, after ten seconds SIGKILL, and resolves when the process has ended. */
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): void;
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

/**
 * Starts a service with the Node of this process. It gets a separate process group, so that Ctrl-C on the terminal does
 * not reach it and only `stop` ends it. If this process dies, the service ends by itself.
 */
export function startService({ name, main, root, env, nodeOptions = [], watched, onLine }: ServiceOptions): Service {
  const options = ['--disable-warning=ExperimentalWarning', ...nodeOptions, '--import', END_WITH_PARENT];
  const args = [
    ...options,
    ...(watched ? [WATCH, ...watched.map((folder) => `--watch-path=${folder}`)] : []),
    resolve(root, main),
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  });
  if (child.stderr) createInterface({ input: child.stderr }).on('line', onLine);

  let stopRequested = false;
  const closed = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<never>();
  // The rejection must not count as unhandled if the caller does not await `ended`.
  ended.promise.catch(() => {});
  child.once('error', (cause) => {
    closed.resolve();
    ended.reject(new ServiceEndedError(`The ${name} does not start: ${cause.message}`, { cause }));
  });
  child.once('close', (code, signal) => {
    closed.resolve();
    if (!stopRequested)
      ended.reject(new ServiceEndedError(`The ${name} has stopped by itself (${signal ?? `exit code ${code}`}).`));
  });

  return {
    name,
    pid: child.pid,
    ended: ended.promise,
    async stop() {
      stopRequested = true;
      signalGroup(child, 'SIGTERM');
      const force = setTimeout(() => {
        signalGroup(child, 'SIGKILL');
      }, STOP_LIMIT_MS);
      await closed.promise;
      clearTimeout(force);
    },
    kill() {
      stopRequested = true;
      signalGroup(child, 'SIGKILL');
    },
  };
}
