import { globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canExecute } from './find-browser.ts';
import { installPackages } from './system-packages.ts';
import type { PackageMachine } from './system-packages.ts';

/** The programs that the tests in WebKit run. */
export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly display: string;
}

/** Where programs are searched for; replaced in tests. */
interface ProgramSearch {
  readonly folders: readonly string[];
  isExecutable(path: string): boolean;
  /** Paths that match a pattern. */
  matching(pattern: string): readonly string[];
}

const thisMachine: ProgramSearch = {
  folders: (process.env['PATH'] ?? '').split(delimiter).filter(Boolean),
  isExecutable: canExecute,
  matching: (pattern) => globSync(pattern),
};

function onPath(name: string, search: ProgramSearch): string | undefined {
  return search.folders.map((folder) => join(folder, name)).find((path) => search.isExecutable(path));
}

/** Firefox ESR, else Firefox. */
export function findFirefox(search: ProgramSearch = thisMachine): string | undefined {
  return onPath('firefox-esr', search) ?? onPath('firefox', search);
}

/**
 * WebKitGTK's driver, its small browser (in a folder named by the machine's architecture), and a display without a
 * screen.
 */
export function findWebKit(search: ProgramSearch = thisMachine): WebKitPrograms | undefined {
  const driver = onPath('WebKitWebDriver', search);
  const [browser] = search.matching('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  const display = onPath('Xvfb', search);
  return driver === undefined || browser === undefined || display === undefined
    ? undefined
    : { driver, browser, display };
}

/**
 * Installs Firefox and WebKit if they are missing and that is allowed. @returns whether the tests may require them;
 * otherwise these are skipped and listed.
 */
export function obtainEngines(machine: PackageMachine, search: ProgramSearch = thisMachine): boolean {
  const missing = [
    ...(findFirefox(search) === undefined ? ['firefox-esr'] : []),
    ...(findWebKit(search) === undefined ? ['webkit2gtk-driver', 'xvfb'] : []),
  ];
  return missing.length === 0 || installPackages(missing, 'the tests in Firefox and WebKit', machine);
}
