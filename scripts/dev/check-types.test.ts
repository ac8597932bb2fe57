import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createTypeCheck, readTypeErrors } from './check-types.ts';

test('the type errors of the compiler are problems with their places; what is unused is a warning', () => {
  const output = [
    "mfe-hubs/src/a.ts(3,14): error TS2322: Type 'string' is not assignable to type 'number'.",
    '  More about it.',
    "shell/src/b.tsx(1,10): error TS6133: 'x' is declared but its value is never read.",
    '',
  ].join('\n');
  expect(readTypeErrors('/portal', output)).toMatchObject([
    {
      severity: 'error',
      place: { file: '/portal/mfe-hubs/src/a.ts', line: 3, column: 14 },
      text: expect.stringMatching(/^TS2322: .*\n {2}More about it\.$/),
    },
    { severity: 'warning', place: { file: '/portal/shell/src/b.tsx', line: 1, column: 10 } },
  ]);
});

/** As TypeScript's own, it goes on after SIGTERM. */
const COMPILER = `
  process.on('SIGTERM', () => {});
  require('node:fs').writeFileSync('pid', String(process.pid));
  setTimeout(() => {}, 60_000);
`;

test('once it has stopped, no compiler runs that could write into its folder', async () => {
  const root = await mkdtemp(join(tmpdir(), 'check-types-'));
  const [compilers, started] = ['node_modules/typescript/bin', 'pid'].map((path) => join(root, path)) as [
    string,
    string,
  ];
  await mkdir(compilers, { recursive: true });
  await writeFile(join(compilers, 'tsc'), COMPILER);
  const { check, stop } = createTypeCheck({ root, cacheFolder: join(root, 'cache'), onProblems: () => {} });
  check();
  let pid = '';
  while (pid === '') pid = await readFile(started, 'utf8').catch(() => '');
  await stop();
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
  await rm(root, { recursive: true });
});
