import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PlainError } from '@portal/node-kit/plain-error';
import { installForbidden, NO_INSTALL } from './system-packages.ts';

/** There is no Chromium and none can be installed. The message names the remedy. */
export class NoBrowserError extends PlainError {}

/** The machine, as the search for a browser uses it; replaced in tests. */
export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  isExecutable(path: string): boolean;
  /** Whether the program prints its version; a stub that only names a package to install does not. */
  runs(path: string): boolean;
  /** Path of Playwright's own Chromium, whether or not it is installed. */
  playwrightBrowser(): string | undefined;
  /** Runs a command to its end. @returns whether it succeeded. */
  run(command: string, args: readonly string[]): boolean;
  /** Prints a line before a step that takes time. */
  print(line: string): void;
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/**
 * An installed Chromium: `CHROMIUM_PATH`, one on the path, Playwright's own. @throws {NoBrowserError} for a wrong
 * `CHROMIUM_PATH`.
 */
export function findInstalledBrowser(machine: Machine = thisMachine): string | undefined {
  const wanted = machine.environment['CHROMIUM_PATH'];
  if (wanted !== undefined && wanted !== '') {
    if (machine.isExecutable(wanted)) return wanted;
    throw new NoBrowserError(`CHROMIUM_PATH is "${wanted}", but no program is there.`);
  }
  const folders = (machine.environment['PATH'] ?? '').split(delimiter).filter(Boolean);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const downloaded = machine.playwrightBrowser();
  return [...onPath, ...(downloaded === undefined ? [] : [downloaded])].find(
    (path) => machine.isExecutable(path) && machine.runs(path),
  );
}

const HEADLESS_SHELL = 'chromium-headless-shell';

function headlessShellOnPath({ environment, isExecutable, runs }: Machine): string | undefined {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, HEADLESS_SHELL)).find((path) => isExecutable(path) && runs(path));
}

/**
 * Chromium without user interface, which opens a page at a third of the cost; undefined if it is missing and may not be
 * installed, or if `CHROMIUM_PATH` chooses a browser.
 */
export function obtainHeadlessShell(machine: Machine = thisMachine): string | undefined {
  if (machine.environment['CHROMIUM_PATH']) return undefined;
  const found = headlessShellOnPath(machine);
  if (found !== undefined) return found;
  installPackage(machine, HEADLESS_SHELL);
  return headlessShellOnPath(machine);
}

/** Installs a Debian package, if that is allowed. */
function installPackage(machine: Machine, name: string): void {
  if (installForbidden(machine) !== undefined || !machine.isExecutable('/usr/bin/apt-get')) return;
  machine.print(`No ${name} here; installing it with apt-get, after apt-get update (${NO_INSTALL}=1 forbids this).`);
  machine.run('apt-get', ['update', '-qq']);
  machine.run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
}

/** Downloads Playwright's Chromium from Playwright's server, for users who may not install packages. */
function download(machine: Machine): void {
  machine.print('No Chromium here; Playwright downloads one into its cache.');
  machine.run(process.execPath, [PLAYWRIGHT, 'install', '--no-shell', 'chromium']);
}

/** An installed Chromium, else Debian's package, else Playwright's download. @throws {NoBrowserError} */
export function obtainBrowser(machine: Machine = thisMachine): string {
  for (const obtain of [() => {}, () => installPackage(machine, 'chromium'), () => download(machine)]) {
    obtain();
    const found = findInstalledBrowser(machine);
    if (found !== undefined) return found;
  }
  const forbidden = installForbidden(machine);
  throw new NoBrowserError(
    `There is no Chromium, and it could not be installed${forbidden === undefined ? '' : ` (${forbidden})`}. ` +
      'Install Chromium or Google Chrome, or set CHROMIUM_PATH to the program, and try again.',
  );
}

const END_TO_END = join(import.meta.dirname, '../e2e');
const PLAYWRIGHT = join(END_TO_END, 'node_modules/playwright/cli.js');

export function canExecute(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // missing, or not executable for this user
  }
}

/** The real machine. */
const thisMachine: Machine = {
  environment: process.env,
  isRoot: process.getuid?.() === 0,
  isExecutable: canExecute,
  runs: (path) => spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0,
  playwrightBrowser() {
    const code = "process.stdout.write(require('playwright').chromium.executablePath())";
    const args = ['--input-type=commonjs', '--eval', code];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: END_TO_END, encoding: 'utf8' });
    return status === 0 && stdout !== '' ? stdout : undefined;
  },
  run: (command, args) => spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0,
  print: (line) => {
    console.log(line);
  },
};
