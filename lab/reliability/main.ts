/**
 * `npm run lab -- reliability` runs every test that counts what it tries (`recordTried`, `tryInputs`, `tryEach`), in
 * full, and writes the numbers into docs/reliability.md, between the two markers. With paths, it runs the tests below
 * these, and writes nothing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { obtainBrowser } from '../../scripts/find-browser.ts';
import { withSection } from '../../tools/marked-section.ts';
import { readTotals, summarize, unexplained } from './summary.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'docs/reliability.md');
const COUNTS = /\b(recordTried|tryInputs|tryEach)\b/;

const { positionals: paths } = parseArgs({ allowPositionals: true });
const isAsked = (file: string) => paths.length === 0 || paths.some((path) => file.startsWith(path));

/** The tests below `folders` that count what they try, and are asked for. */
async function countingTests(folders: string): Promise<readonly string[]> {
  const found: string[] = [];
  const files = glob(`${folders}/**/*.{test,suite,spec}.{ts,tsx}`, { cwd: ROOT, exclude: ['**/node_modules'] });
  for await (const file of files) {
    if (isAsked(file) && COUNTS.test(await readFile(join(ROOT, file), 'utf8'))) found.push(join(ROOT, file));
  }
  return found;
}

/** Runs a test runner, whose output stays visible. @returns whether all its tests passed. */
async function run(env: Readonly<Record<string, string>>, args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'inherit' });
  await once(child, 'close');
  return child.exitCode === 0;
}

const folder = await mkdtemp(join(tmpdir(), 'portal-reliability-'));
const output = join(folder, 'tried');
const env = { TEST_FULL: '1', TEST_REPEATS: '20', RELIABILITY_OUTPUT: output };

const unit = await countingTests('{shell,mfe-*,packages,scripts,tools,lab}');
const browser = await countingTests('e2e/src');
const NODE = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const succeeded = [
  unit.length === 0 || (await run(env, [...NODE, 'node_modules/jest/bin/jest.js', '--findRelatedTests', ...unit])),
  browser.length === 0 ||
    (await run({ ...env, CHROMIUM_PATH: obtainBrowser() }, [
      'e2e/node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'e2e',
      ...browser,
    ])),
];

const totals = readTotals(existsSync(output) ? await readFile(output, 'utf8') : '');
await rm(folder, { recursive: true, force: true });
const summary = summarize(totals);
if (paths.length === 0)
  await writeFile(PAGE, withSection('docs/reliability.md', await readFile(PAGE, 'utf8'), 'reliability', summary));
console.log(`\n${summary}\n`);
for (const line of unexplained(totals)) console.error(line);
process.exitCode = succeeded.every(Boolean) && unexplained(totals).length === 0 ? 0 : 1;
