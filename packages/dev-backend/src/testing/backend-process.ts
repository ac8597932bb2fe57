import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Below the ports that systems lend to outgoing connections, and apart for each of Jest's workers: what is free stays free. */
let lastPort = 29_000 + (Number(process.env['JEST_WORKER_ID'] ?? 0) % 3) * 1000 + (process.pid % 800);

/** A port that nobody listens on, another one each time. */
export async function freePort(): Promise<number> {
  lastPort += 1;
  const port = lastPort;
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return await freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}

/** How a backend's process ended. */
export interface Ending {
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
    /** Resolves once it has said that it is ready; rejects when it ends before. */
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
