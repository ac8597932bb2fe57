import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runCommandLine } from './run.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

/** For tests: exit code and output of a command. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** For tests: runs the command in this process. */
export async function runRelease(args: readonly string[]): Promise<Outcome> {
  const output = { stdout: '', stderr: '' };
  const write = (stream: keyof typeof output) => (line: unknown) => {
    output[stream] += `${String(line)}\n`;
  };
  const code = await runCommandLine(args, { log: write('stdout'), error: write('stderr') });
  return { code, ...output };
}

/** For tests: runs the command as a separate process, like `npm run release -- …`. */
export async function spawnRelease(args: readonly string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', RELEASE_BY: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  await once(child, 'close');
  return { code: child.exitCode, ...output };
}

/** For tests: runs the command in this process with --json, and returns the printed document. */
export async function askRelease(args: readonly string[]): Promise<unknown> {
  const { stdout, stderr } = await runRelease([...args, '--json']);
  if (stderr !== '') throw new Error(`--json printed more than a document: ${stderr}`);
  return JSON.parse(stdout);
}
