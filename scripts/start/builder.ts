import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PlainError } from '@portal/node-kit/plain-error';

/** What a building process is told. */
export interface BuildJob {
  /** The part's. */
  readonly folder: string;
  readonly versionSuffix: string;
}

/** A build failed. The message contains the bundler's output. */
export class BuildError extends PlainError {}

/** Builds parts, one at a time. */
export interface Builder {
  /** @throws {BuildError} with the bundler's output; an AbortError when the process was told to stop. */
  build(part: string, versionSuffix: string): Promise<void>;
  close(): void;
}

/** Starts a process that builds: it needs a third less time for a part when it has built another one before. */
export function startBuilder(root: string, signal: AbortSignal): Builder {
  const child = fork(join(import.meta.dirname, 'build-process.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'close').then(() => [output || 'The bundler ended without a word.']);
  ended.catch(() => {});
  return {
    async build(part, versionSuffix) {
      child.send({ folder: join(root, part), versionSuffix } satisfies BuildJob);
      const [errors] = await Promise.race([once(child, 'message', { signal }), ended]);
      if (errors !== '') throw new BuildError(`${part} does not build:\n${String(errors)}`);
    },
    close() {
      if (child.connected) child.disconnect();
    },
  };
}
