import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackages } from '../../scripts/system-packages.ts';
import type { PackageMachine } from '../../scripts/system-packages.ts';

const PROGRAM = '/usr/bin/promtool';

export const isPromtoolInstalled = (): boolean => existsSync(PROGRAM);

/** Installs Debian's Prometheus, whose promtool checks rules, if it is missing and that is allowed. */
export function obtainPromtool(machine: PackageMachine): void {
  if (!isPromtoolInstalled()) installPackages(['prometheus'], 'the checks of the alarms', machine);
}

/** Runs promtool in a folder. @returns its exit code, and what it said. */
export function promtool(folder: string, ...args: readonly string[]): { readonly code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(PROGRAM, args, { cwd: folder, encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}
