import { spawn } from 'node:child_process';
import { hasCode } from '@portal/node-kit/error-code';

/** How much of the output a message shows, in characters from its end. */
const SHOWN = 2000;

/** A program ended with an error, or did not start. The message has the end of its output. */
export class ProcessError extends Error {}

interface ProcessOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Ends the program, and everything that it started. */
  readonly signal: AbortSignal;
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

/**
 * Runs a program to its end. @returns its standard output. @throws {ProcessError}; the reason of the signal when that
 * aborts.
 */
export function runProcess(file: string, args: readonly string[], options: ProcessOptions): Promise<string> {
  const { cwd, env = process.env, signal } = options;
  signal.throwIfAborted();
  // In a group of its own: Ctrl-C on the terminal must not end it before its files can be removed.
  const child = spawn(file, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const end = () => endGroup(child.pid);
  signal.addEventListener('abort', end, { once: true });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const output = { all: '', standard: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.standard += text;
    output.all += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.all += text;
  });
  child.once('error', (cause) => reject(new ProcessError(`${file} does not start: ${cause.message}`, { cause })));
  child.once('close', (code) => {
    signal.removeEventListener('abort', end);
    if (signal.aborted) reject(signal.reason);
    else if (code === 0) resolve(output.standard);
    else reject(new ProcessError(`${file} ${args.join(' ')} failed:\n${output.all.trim().slice(-SHOWN)}`));
  });
  return promise;
}
