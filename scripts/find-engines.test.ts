import { expect, test } from '@jest/globals';
import { findFirefox, findWebKit, obtainEngines } from './find-engines.ts';

const WEBKIT = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb', '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser'];

const searchWith = (programs: readonly string[]) => ({
  folders: ['/usr/local/bin', '/usr/bin'],
  isExecutable: (path: string) => programs.includes(path),
  matching: () => programs.filter((path) => path.endsWith('MiniBrowser')),
});

/** Prints and runs nothing; remembers what was installed. */
function createMachine(isRoot: boolean, environment: Readonly<Record<string, string>> = {}) {
  const said: string[] = [];
  const installed: string[] = [];
  return {
    said,
    installed,
    machine: {
      environment,
      isRoot,
      run(_command: string, args: readonly string[]) {
        if (args[0] === 'install') installed.push(...args.filter((arg) => !/^(install|--)/.test(arg)));
        return true;
      },
      print: (line: string) => {
        said.push(line);
      },
    },
  };
}

test('Firefox is the extended support release, else another one', () => {
  expect(findFirefox(searchWith(['/usr/bin/firefox', '/usr/bin/firefox-esr']))).toBe('/usr/bin/firefox-esr');
  expect(findFirefox(searchWith(['/usr/local/bin/firefox']))).toBe('/usr/local/bin/firefox');
  expect(findFirefox(searchWith([]))).toBeUndefined();
});

test('WebKit is found on every architecture, and only if all of its programs are there', () => {
  const [driver, display, browser] = WEBKIT;
  expect(findWebKit(searchWith(WEBKIT))).toEqual({ driver, display, browser });
  for (const missing of WEBKIT) {
    expect(findWebKit(searchWith(WEBKIT.filter((path) => path !== missing)))).toBeUndefined();
  }
});

test('what is missing is installed, and then required', () => {
  const { machine, installed } = createMachine(true);
  expect(obtainEngines(machine, searchWith(['/usr/bin/firefox-esr']))).toBe(true);
  expect(installed).toEqual(['webkit2gtk-driver', 'xvfb']);
});

test('nothing is installed if everything is there', () => {
  const { machine, installed, said } = createMachine(true);
  expect(obtainEngines(machine, searchWith(['/usr/bin/firefox-esr', ...WEBKIT]))).toBe(true);
  expect([...installed, ...said]).toEqual([]);
});

test.each([
  [false, {}],
  [true, { NO_SYSTEM_INSTALL: '1' }],
])('if nothing may be installed (root: %s, %j), the tests that are left out are named', (isRoot, environment) => {
  const { machine, installed, said } = createMachine(isRoot, environment);
  expect(obtainEngines(machine, searchWith(WEBKIT))).toBe(false);
  expect(installed).toEqual([]);
  expect(said.join()).toContain('Skipped: the tests in Firefox and WebKit.');
});
