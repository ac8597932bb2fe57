import { describe, expect, test } from '@jest/globals';
import { installPackages } from './system-packages.ts';
import { obtainPdfTools } from '../tools/test/pdf-tools.ts';

interface Fake {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly isRoot?: boolean;
  /** How many installations fail before one succeeds. */
  readonly failures?: number;
}

/** Printed lines and commands, in their order. */
function machineWith({ environment = {}, isRoot = true, failures = 0 }: Fake = {}) {
  const events: string[] = [];
  let left = failures;
  const machine = {
    environment,
    isRoot,
    run(command: string, args: readonly string[]) {
      events.push(`> ${command} ${args.join(' ')}`);
      if (args[0] !== 'install') return true;
      left -= 1;
      return left < 0;
    },
    print: (line: string) => {
      events.push(line);
    },
  };
  return { machine, events };
}

const INSTALL = '> apt-get install --yes --no-install-recommends postgresql';
const ANNOUNCED = 'Installing with apt-get: postgresql (NO_SYSTEM_INSTALL=1 forbids this).';
const RETRIED = 'That failed; running apt-get update and trying again.';

describe('missing packages', () => {
  test('are announced, then installed', () => {
    const { machine, events } = machineWith();
    expect(installPackages(['postgresql'], 'tests', machine)).toBe(true);
    expect(events).toEqual([ANNOUNCED, INSTALL]);
  });

  test('are retried with new package lists, which is announced, too', () => {
    const { machine, events } = machineWith({ failures: 1 });
    expect(installPackages(['postgresql'], 'tests', machine)).toBe(true);
    expect(events).toEqual([ANNOUNCED, INSTALL, RETRIED, '> apt-get update', INSTALL]);
  });

  test('that cannot be installed are named', () => {
    const { machine, events } = machineWith({ failures: 2 });
    expect(installPackages(['postgresql'], 'tests', machine)).toBe(true);
    expect(events.at(-1)).toBe('apt-get could not install postgresql.');
  });

  test.each([
    ['NO_SYSTEM_INSTALL is set', { environment: { NO_SYSTEM_INSTALL: '1' } }],
    ['only root can install packages', { isRoot: false }],
  ])('are not installed when %s, and the skipped tests are named', (reason, fake) => {
    const { machine, events } = machineWith(fake);
    expect(installPackages(['postgresql'], 'the tests on PostgreSQL', machine)).toBe(false);
    expect(events).toEqual([`Not installed: postgresql (${reason}). Skipped: the tests on PostgreSQL.`]);
  });
});

describe('the PDF tools are required', () => {
  test('when they are installed: nothing is printed or run', () => {
    const { machine, events } = machineWith({ isRoot: false });
    expect(obtainPdfTools(machine, [])).toBe(true);
    expect(events).toEqual([]);
  });

  test('when they may be installed, even if that fails', () => {
    expect(obtainPdfTools(machineWith({ failures: 2 }).machine, ['qpdf'])).toBe(true);
  });

  test('in no other case', () => {
    const { machine } = machineWith({ environment: { NO_SYSTEM_INSTALL: '1' } });
    expect(obtainPdfTools(machine, ['qpdf'])).toBe(false);
  });
});
