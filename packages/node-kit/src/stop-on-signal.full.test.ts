import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';

/** A program that closes as `close` says, and does `then` once it runs. */
const program = (close: string, then = '') => `
  import { createServerLog } from '${new URL('server-log.ts', import.meta.url).href}';
  import { stopOnSignal } from '${new URL('stop-on-signal.ts', import.meta.url).href}';
  const log = createServerLog({ server: 'test', format: 'json' });
  stopOnSignal(log, () => ${close});
  setInterval(() => {}, 1000);
  console.log('running');
  ${then}
`;

interface Ended {
  readonly code: unknown;
  /** What it has written to standard output, but for the first line. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  readonly errors: string;
}

/** Runs a program, and sends it each signal once it has written another line. */
async function run(source: string, ...signals: readonly NodeJS.Signals[]): Promise<Ended> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const errors = text(child.stderr);
  let output = '';
  const waiting = [...signals];
  for await (const written of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
    output += written;
    const signal = waiting.shift();
    if (signal) child.kill(signal);
  }
  const lines = output.trim().split('\n').slice(1);
  const [code] = (await ended) as readonly unknown[];
  return {
    code,
    lines: lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>),
    errors: await errors,
  };
}

test('the first signal closes the server, and the process ends though something still runs', async () => {
  expect(await run(program('Promise.resolve()'), 'SIGTERM')).toMatchObject({
    code: 0,
    lines: [{ message: 'Stopping', signal: 'SIGTERM' }, { message: 'Stopped' }],
    errors: '',
  });
});

test('the second signal ends the process by itself, as the first process of a container has to', async () => {
  expect(await run(program('new Promise(() => {})'), 'SIGTERM', 'SIGTERM')).toMatchObject({
    code: 1,
    lines: [{ message: 'Stopping' }],
  });
});

test('a server that cannot be closed says why', async () => {
  expect(await run(program('Promise.reject(new Error("no space"))'), 'SIGINT')).toMatchObject({
    code: 1,
    lines: [{ message: 'Stopping' }, { level: 'error', error: { message: 'no space' } }],
  });
});

test.each([
  ['error', "setImmediate(() => { throw new Error('no account for anna@example.com', { cause: new Error('a') }); });"],
  ['rejection', "void Promise.reject(new Error('no account for anna@example.com', { cause: new Error('a') }));"],
])('an %s that nobody catches is a line of the log like all others, and ends the process', async (_, then) => {
  const { code, lines, errors } = await run(program('Promise.resolve()', then));
  expect({ code, errors }).toEqual({ code: 1, errors: '' });
  expect(lines).toMatchObject([
    {
      level: 'error',
      server: 'test',
      error: { name: 'Error', message: 'no account for <e-mail>', stack: expect.any(String), cause: { message: 'a' } },
    },
  ]);
});
