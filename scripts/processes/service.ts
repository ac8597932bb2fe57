import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hasCode } from '@portal/node-kit/error-code';
import { PlainError } from '@portal/node-kit/plain-error';

const END_WITH_PARENT = new URL('end-with-parent.mjs', import.meta.url).href;
/** How long a service may take to stop before it is made to, in milliseconds. */
const PATIENCE_MS = 10_000;

/** A service ended without being stopped. */
export class ServiceEndedError extends PlainError {}

export interface ServiceOptions {
  /** What people know it as: "development backend". */
  readonly name: string;
  /** TypeScript file, from the root of the repository. */
  readonly main: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** For Node itself. */
  readonly nodeOptions?: readonly string[];
  /** Receives each line of its standard error; its standard output says nothing that this process does not say itself. */
  readonly onLine: (line: string) => void;
}

/** A long-running process of ours. */
export interface Service {
  readonly name: string;
  readonly pid: number | undefined;
  /** Rejects with ServiceEndedError when the process ends without having been asked to; never resolves. */
  readonly ended: Promise<never>;
  /** Asks the process to end, makes it after ten seconds, and resolves when it is gone. */
  stop(): Promise<void>;
  /** Ends it at once. */
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
 * Starts a service with this process's own Node. It gets a process group of its own, so that Ctrl-C on the terminal reaches it
 * only through `stop`; should this process die, the service ends by itself.
 */
export function startService({ name, main, root, env, nodeOptions = [], onLine }: ServiceOptions): Service {
  const args = ['--disable-warning=ExperimentalWarning', ...nodeOptions, '--import', END_WITH_PARENT, join(root, main)];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  });
  if (child.stderr) createInterface({ input: child.stderr }).on('line', onLine);

  let asked = false;
  const gone = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<never>();
  // A caller that does not await `ended` must not crash on its rejection.
  ended.promise.catch(() => {});
  child.once('error', (cause) => {
    gone.resolve();
    ended.reject(new ServiceEndedError(`The ${name} does not start: ${cause.message}`, { cause }));
  });
  child.once('close', (code, signal) => {
    gone.resolve();
    if (!asked)
      ended.reject(new ServiceEndedError(`The ${name} has stopped by itself (${signal ?? `exit code ${code}`}).`));
  });

  return {
    name,
    pid: child.pid,
    ended: ended.promise,
    async stop() {
      asked = true;
      signalGroup(child, 'SIGTERM');
      const force = setTimeout(() => {
        signalGroup(child, 'SIGKILL');
      }, PATIENCE_MS);
      await gone.promise;
      clearTimeout(force);
    },
    kill() {
      asked = true;
      signalGroup(child, 'SIGKILL');
    },
  };
}
