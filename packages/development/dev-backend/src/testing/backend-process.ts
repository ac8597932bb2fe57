import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** How a backend's process ended. */
interface Ending {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** The backend's program in a process of its own. */
export function runBackend(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--liftoff-only', MAIN], {
    env: { ...process.env, PORTAL_PORT: '4999', DATABASE_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  const ended = Promise.all([exit, text(child.stdout), text(child.stderr)]).then(([, output, errors]): Ending => ({
    code: child.exitCode,
    output,
    errors,
  }));
  return {
    pid: child.pid,
    ended,
    /** Resolves when the process reports that it is ready; rejects when it ends first. */
    async ready(): Promise<void> {
      const ending = await Promise.race([once(child.stdout, 'data').then(() => undefined), ended]);
      if (ending) throw new Error(`The backend did not start: ${ending.errors}`);
    },
    stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<Ending> {
      child.kill(signal);
      return ended;
    },
  };
}
