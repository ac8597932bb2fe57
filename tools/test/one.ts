/**
 * `npm run test:one -- FILE …`: runs the tests of one file: a browser test, a Jest test, or the Jest tests that touch a
 * source. `FILE:LINE` runs the test at that line. Further arguments go to the runner (`-t "a title"` for Jest, `-g` for
 * Playwright). A browser test uses the portal that runs with DEV_CONTROL=yes, if there is one, else starts its own.
 * `--watch` (`npm run test:watch`) runs Jest's watch mode.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readPort } from '@portal/node-kit/settings';
import { obtainBrowser, obtainHeadlessShell } from '../../scripts/find-browser.ts';
import { titleAt } from './title-at.ts';

const ROOT = join(import.meta.dirname, '../..');
const REPLY_LIMIT_MS = 1000;

interface Run {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const JEST: Run = {
  args: [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(ROOT, 'node_modules/jest/bin/jest.js'),
  ],
};
const PLAYWRIGHT = [join(ROOT, 'e2e/node_modules/@playwright/test/cli.js'), 'test', '--config', join(ROOT, 'e2e')];

/** Whether tests may create people and inject faults at this backend. */
async function hasControl(backendUrl: string): Promise<boolean> {
  try {
    const request = { method: 'POST', signal: AbortSignal.timeout(REPLY_LIMIT_MS) };
    // Without a body nothing is created; without control there is no such address.
    return (await fetch(`${backendUrl}/control/people`, request)).status !== 404;
  } catch {
    // Nothing listens there.
    return false;
  }
}

async function findPortal(): Promise<Readonly<Record<string, string>>> {
  if (process.env['BASE_URL'] !== undefined) return {};
  const backendUrl = `http://localhost:${readPort(process.env, 'BACKEND_PORT')}`;
  if (!(await hasControl(backendUrl))) return {};
  const url = `http://localhost:${readPort(process.env, 'PORTAL_PORT')}`;
  console.log(`Against the portal at ${url}; with an empty BASE_URL the test starts its own.`);
  return { BASE_URL: url, BACKEND_URL: backendUrl };
}

async function chooseRun(file: string, rest: readonly string[]): Promise<Run> {
  if (!/\.spec\.tsx?$/.test(file)) {
    const selection = /\.test\.tsx?$/.test(file) ? ['--runTestsByPath', file] : ['--findRelatedTests', file];
    return { args: [...JEST.args, ...selection, ...rest] };
  }
  const headlessShell = obtainHeadlessShell();
  const browsers = { CHROMIUM_PATH: obtainBrowser(), ...(headlessShell && { HEADLESS_SHELL_PATH: headlessShell }) };
  return {
    args: [...PLAYWRIGHT, relative(join(ROOT, 'e2e/src'), file), ...rest],
    env: { ...browsers, ...(await findPortal()) },
  };
}

const [place = '', ...further] = process.argv.slice(2);
const [, name = '', line] = /^(.*?)(?::(\d+))?$/.exec(place) ?? [];
const file = resolve(process.env['INIT_CWD'] ?? ROOT, name);
const isWatch = name === '--watch';
if (!isWatch && !existsSync(file)) {
  console.error(name === '' ? 'Usage: npm run test:one -- FILE' : `There is no file ${name}.`);
  process.exit(2);
}
const title = line === undefined ? undefined : titleAt(readFileSync(file, 'utf8'), Number(line));
const rest = title === undefined ? further : [file.endsWith('.spec.ts') ? '-g' : '-t', title, ...further];
const run: Run = isWatch
  ? { args: [...JEST.args, '--watch', ...rest], env: { TEST_LANE: 'check' } }
  : await chooseRun(file, rest);
const child = spawn(process.execPath, [...run.args], {
  cwd: ROOT,
  env: { ...process.env, ...run.env },
  stdio: 'inherit',
});
child.once('exit', (code) => {
  process.exit(code ?? 1);
});
