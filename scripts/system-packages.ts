import { spawnSync } from 'node:child_process';

/** Any value of this environment variable forbids every call of apt-get. */
export const NO_INSTALL = 'NO_SYSTEM_INSTALL';

/** The machine, as the installation of Debian packages uses it; replaced in tests. */
export interface PackageMachine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  /** Runs a command to its end. @returns whether it succeeded. */
  run(command: string, args: readonly string[]): boolean;
  /** Prints a line. */
  print(line: string): void;
}

/** The real machine. */
export const packageMachine = (print: (line: string) => void): PackageMachine => ({
  environment: process.env,
  isRoot: process.getuid?.() === 0,
  run: (command, args) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(command, args, { stdio: 'ignore', env }).status === 0;
  },
  print,
});

/** Why no package may be installed; undefined if packages may be installed. */
export function installForbidden({
  environment,
  isRoot,
}: Pick<PackageMachine, 'environment' | 'isRoot'>): string | undefined {
  if (environment[NO_INSTALL]) return `${NO_INSTALL} is set`;
  return isRoot ? undefined : 'only root can install packages';
}

/**
 * Installs packages with apt-get if that is allowed; otherwise prints which tests are `skipped` without them. Prints a
 * line before every call of apt-get. @returns whether installing is allowed, not whether it succeeded.
 */
export function installPackages(packages: readonly string[], skipped: string, machine: PackageMachine): boolean {
  const names = packages.join(', ');
  const forbidden = installForbidden(machine);
  if (forbidden !== undefined) {
    machine.print(`Not installed: ${names} (${forbidden}). Skipped: ${skipped}.`);
    return false;
  }
  const install = () => machine.run('apt-get', ['install', '--yes', '--no-install-recommends', ...packages]);
  machine.print(`Installing with apt-get: ${names} (${NO_INSTALL}=1 forbids this).`);
  if (install()) return true;
  machine.print('That failed; running apt-get update and trying again.');
  machine.run('apt-get', ['update']);
  if (!install()) machine.print(`apt-get could not install ${names}.`);
  return true;
}
