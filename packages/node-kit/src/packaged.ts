import { describeError } from './plain-error.mjs';
import { callReleaseCommand } from './release-command.ts';
import type { Environment } from './settings.mjs';
import { SettingError, textOf } from './settings.mjs';

/** @throws {SettingError} naming the first variable that is not set. */
export function requireSettings(environment: Environment, means: Readonly<Record<string, string>>): void {
  for (const [variable, meaning] of Object.entries(means))
    if (textOf(environment, variable) === '') throw new SettingError(`${variable} is not set. Set it to ${meaning}.`);
}

/**
 * Starts a server outside a checkout, where no default may lead to the development backend or into the current folder. `means`: the variables
 * that have to be set, and what to; without one of them the process ends with a sentence and exit code 1.
 */
export async function startPackaged(
  means: Readonly<Record<string, string>>,
  start: () => Promise<unknown>,
): Promise<void> {
  callReleaseCommand('portal-release');
  try {
    requireSettings(process.env, means);
    await start();
  } catch (error) {
    console.error(describeError(error));
    process.exitCode = 1;
  }
}
