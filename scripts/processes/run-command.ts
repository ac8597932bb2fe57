import { spawn } from 'node:child_process';

interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Stops the command when it aborts. */
  readonly signal?: AbortSignal;
  /** Receives the output as it arrives. `CommandResult.output` contains it, too. */
  readonly onOutput?: (text: string) => void;
}

export interface CommandResult {
  /** null when a signal ended it. */
  readonly code: number | null;
  /** Standard output and standard error, in order of arrival. */
  readonly output: string;
}

/**
 * Runs a command to its end. Resolves with any exit code; rejects if the command does not start, and, once it has
 * ended, with an AbortError.
 */
export async function runCommand({ file, args, cwd, env, signal, onOutput }: Command): Promise<CommandResult> {
  const child = spawn(file, [...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
      onOutput?.(text);
    });
  }
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
    if (child.pid === undefined) reject(error);
  });
  child.once('close', (code) => {
    if (failure) reject(failure);
    else resolve({ code, output });
  });
  return await promise;
}
