import { describeError } from './plain-error.mjs';
import { callReleaseCommand, RELEASE_COMMAND } from './release-command.mjs';
import type { Environment } from './settings.mjs';
import { SettingError, formatText } from './settings.mjs';

/** The error for a variable that is not set; `meaning` follows "set it to". */
export const notSet = (variable: string, meaning: string): SettingError =>
  new SettingError(`${variable} is not set. Set it to ${meaning}.`);

/** @throws {SettingError} naming the first variable that is not set. */
export function requireSettings(environment: Environment, descriptions: Readonly<Record<string, string>>): void {
  for (const [variable, meaning] of Object.entries(descriptions))
    if (formatText(environment, variable) === '') throw notSet(variable, meaning);
}

let packaged = false;

/**
 * Whether this process runs from a package, outside a checkout, where no default may lead to the development backend or
 * into the current folder.
 */
export const isPackaged = (): boolean => packaged;

/** Says from where this process runs, and so how its readers call the release command. */
export function setPackaged(is: boolean): void {
  packaged = is;
  callReleaseCommand(is ? 'portal-release' : RELEASE_COMMAND);
}

/**
 * Starts a server outside a checkout, where no default may lead to the development backend or into the current folder.
 * `descriptions`: the variables that have to be set, and what to; without one of them the process ends with a sentence
 * and exit code 1.
 */
export async function startPackaged(
  descriptions: Readonly<Record<string, string>>,
  start: () => Promise<unknown>,
): Promise<void> {
  setPackaged(true);
  try {
    requireSettings(process.env, descriptions);
    await start();
  } catch (error) {
    console.error(describeError(error));
    process.exitCode = 1;
  }
}
