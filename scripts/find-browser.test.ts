import { describe, expect, test } from '@jest/globals';
import { findInstalledBrowser, NoBrowserError, obtainBrowser, obtainHeadlessShell } from './find-browser.ts';
import type { Machine } from './find-browser.ts';

interface Fake {
  readonly environment?: Machine['environment'];
  readonly programs?: readonly string[];
  readonly stubs?: readonly string[];
  readonly isRoot?: boolean;
  /** Command -> program that it installs. */
  readonly installs?: Readonly<Record<string, string>>;
}

const DOWNLOADED = '/cache/ms-playwright/chromium/chrome';

function machineWith({ environment = {}, programs = [], stubs = [], isRoot = false, installs = {} }: Fake) {
  const present = new Set([...programs, ...stubs]);
  const commands: string[] = [];
  const machine: Machine = {
    environment: { PATH: '/usr/local/bin:/usr/bin', ...environment },
    isRoot,
    isExecutable: (path) => present.has(path),
    runs: (path) => !stubs.includes(path),
    playwrightBrowser: () => DOWNLOADED,
    run(command, args) {
      const name = command === process.execPath ? 'playwright' : `${command} ${args[0]}`;
      commands.push(name);
      const program = installs[name];
      if (program !== undefined) present.add(program);
      return program !== undefined || name === 'apt-get update';
    },
    print: () => {},
  };
  return { machine, commands };
}

describe('an installed browser', () => {
  test('is the one in CHROMIUM_PATH', () => {
    const programs = ['/opt/chromium', '/usr/bin/chromium'];
    const { machine } = machineWith({ environment: { CHROMIUM_PATH: '/opt/chromium' }, programs });
    expect(findInstalledBrowser(machine)).toBe('/opt/chromium');
  });

  test('does not replace a missing one in CHROMIUM_PATH', () => {
    const { machine } = machineWith({
      environment: { CHROMIUM_PATH: '/opt/chromium' },
      programs: ['/usr/bin/chromium'],
    });
    expect(() => findInstalledBrowser(machine)).toThrow(
      new NoBrowserError('CHROMIUM_PATH is "/opt/chromium", but no program is there.'),
    );
  });

  test.each(['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/local/bin/google-chrome', DOWNLOADED])(
    'may be %s',
    (program) => {
      const { machine } = machineWith({ programs: [program] });
      expect(findInstalledBrowser(machine)).toBe(program);
    },
  );

  test('is skipped when it does not run', () => {
    const { machine } = machineWith({ stubs: ['/usr/bin/chromium-browser'], programs: [DOWNLOADED] });
    expect(findInstalledBrowser(machine)).toBe(DOWNLOADED);
  });

  test('may be missing', () => {
    expect(findInstalledBrowser(machineWith({}).machine)).toBeUndefined();
  });
});

describe('a missing browser', () => {
  test('is installed from Debian when the user may install packages', () => {
    const { machine, commands } = machineWith({
      installs: { 'apt-get install': '/usr/bin/chromium' },
      programs: ['/usr/bin/apt-get'],
      isRoot: true,
    });
    expect(obtainBrowser(machine)).toBe('/usr/bin/chromium');
    expect(commands).toEqual(['apt-get update', 'apt-get install']);
  });

  test('is downloaded by Playwright when that fails', () => {
    const { machine, commands } = machineWith({
      installs: { playwright: DOWNLOADED },
      programs: ['/usr/bin/apt-get'],
      isRoot: true,
    });
    expect(obtainBrowser(machine)).toBe(DOWNLOADED);
    expect(commands).toEqual(['apt-get update', 'apt-get install', 'playwright']);
  });

  test('is not installed with apt-get when NO_SYSTEM_INSTALL is set', () => {
    const environment = { NO_SYSTEM_INSTALL: '1' };
    const { machine, commands } = machineWith({ programs: ['/usr/bin/apt-get'], isRoot: true, environment });
    expect(() => obtainBrowser(machine)).toThrow(/could not be installed \(NO_SYSTEM_INSTALL is set\)\. Install/);
    expect(commands).toEqual(['playwright']);
  });

  test('ends with a message that names the remedy', () => {
    const { machine, commands } = machineWith({ programs: ['/usr/bin/apt-get'], isRoot: false });
    expect(() => obtainBrowser(machine)).toThrow(/Install Chromium or Google Chrome, or set CHROMIUM_PATH/);
    expect(commands).toEqual(['playwright']);
  });
});

describe('the headless shell', () => {
  const SHELL = '/usr/bin/chromium-headless-shell';

  test('is the one on the path', () => {
    const { machine, commands } = machineWith({ programs: [SHELL] });
    expect(obtainHeadlessShell(machine)).toBe(SHELL);
    expect(commands).toEqual([]);
  });

  test('is installed from Debian when the user may install packages', () => {
    const { machine, commands } = machineWith({
      installs: { 'apt-get install': SHELL },
      programs: ['/usr/bin/apt-get'],
      isRoot: true,
    });
    expect(obtainHeadlessShell(machine)).toBe(SHELL);
    expect(commands).toEqual(['apt-get update', 'apt-get install']);
  });

  test('may be missing', () => {
    expect(obtainHeadlessShell(machineWith({}).machine)).toBeUndefined();
  });

  test('does not replace the browser in CHROMIUM_PATH', () => {
    const environment = { CHROMIUM_PATH: '/opt/chromium' };
    const { machine } = machineWith({ environment, programs: ['/opt/chromium', SHELL] });
    expect(obtainHeadlessShell(machine)).toBeUndefined();
  });
});
