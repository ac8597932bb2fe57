import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Problem } from '@portal/federation/development';
import { locate } from '@portal/federation/development';

/** "mfe-hubs/src/remote.ts(12,5): error TS2322: …", with more in indented lines. */
const REPORTED = /^(.+?)\((\d+),(\d+)\): error (TS\d+)(: .+(?:\n .+)*)/gm;
/** Something is not used: that is so for a moment in most edits. */
const UNUSED = /^TS6(?:133|138|192|196|198|199)$/;

/** The problems in what the compiler printed. */
export function readTypeErrors(root: string, output: string): readonly Problem[] {
  return [...output.matchAll(REPORTED)].map(([, file = '', line, column, code = '', text = '']) => ({
    severity: UNUSED.test(code) ? 'warning' : 'error',
    title: 'Types do not fit',
    text: `${code}${text}`,
    ...locate(resolve(root, file), Number(line), Number(column)),
  }));
}

interface TypeCheckOptions {
  readonly root: string;
  /** Where the compiler remembers what it has checked: the first check takes 4 s of one core, each further one 0.7 s. */
  readonly cacheFolder: string;
  readonly onProblems: (problems: readonly Problem[]) => void;
}

/** Checks the types of what runs in the browser, which the bundler does not, whenever `check` is called. */
export function createTypeCheck({ root, cacheFolder, onProblems }: TypeCheckOptions): {
  check(): void;
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  let isStale = false;
  let checking: Promise<void> | undefined;

  function compile(): Promise<string> {
    const remembered = ['--incremental', '--tsBuildInfoFile', join(cacheFolder, 'types.tsbuildinfo')];
    const project = ['-p', 'tsconfig.browser.json', '--noEmit', '--pretty', 'false', ...remembered];
    const args = [join(root, 'node_modules/typescript/bin/tsc'), ...project];
    // TypeScript goes on after SIGTERM, and then writes what it remembers.
    const kill = { signal: stopping.signal, killSignal: 'SIGKILL' } as const;
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], ...kill });
    return new Promise((done) => {
      let printed = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
      // Once it is stopped; the process ends after that.
      child.once('error', () => undefined);
      child.once('close', () => done(printed));
    });
  }

  async function checkWhileStale(): Promise<void> {
    await mkdir(cacheFolder, { recursive: true });
    while (isStale && !stopping.signal.aborted) {
      isStale = false;
      const output = await compile();
      if (!isStale && !stopping.signal.aborted) onProblems(readTypeErrors(root, output));
    }
    checking = undefined;
  }

  return {
    check() {
      isStale = true;
      checking ??= checkWhileStale();
    },
    async stop() {
      stopping.abort();
      await checking;
    },
  };
}
