/**
 * Settings from the environment. Plain JavaScript, because the bootstrap (scripts/bootstrap) checks the ports before
 * anything is installed.
 */
import { PlainError } from './plain-error.mjs';

/** A setting that cannot be used. The message names the variable, its value and the remedy. */
export class SettingError extends PlainError {}

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/**
 * The text of a variable without blanks at its ends; empty where it is unset. Everything that reads a variable reads it
 * like this, so that a blank means the same everywhere.
 * @param {Environment} environment
 * @param {string} variable
 * @returns {string}
 */
export function formatText(environment, variable) {
  return (environment[variable] ?? '').trim();
}

/** The variables that choose ports, with their defaults. */
export const DEFAULT_PORTS = /** @type {const} */ ({
  PORTAL_PORT: 4000,
  BACKEND_PORT: 4100,
  METRICS_PORT: 4300,
  CONSOLE_PORT: 4200,
  RELEASE_PORT: 4400,
  CATALOGUE_PORT: 4500,
});
/** @typedef {keyof typeof DEFAULT_PORTS} PortVariable */

/**
 * The ports that the Fetch defaultPort blocks ("port blocking"), in browsers and in Node alike.
 * @type {ReadonlySet<number>}
 */
export const BLOCKED_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

/**
 * The port in the text of a variable. `unset`: what leaving it unset means, for messages. @throws {SettingError}
 * @param {string} variable
 * @param {string} text
 * @param {string} unset
 * @returns {number}
 */
export function portIn(variable, text, unset) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new SettingError(
      `${variable} is "${text}", which is not a port: set it to a number from 1 to 65535, or leave it unset for ${unset}.`,
    );
  }
  if (BLOCKED_PORTS.has(port)) {
    throw new SettingError(
      `${variable} is ${text}, a port that browsers block: set it to another port, or leave it unset for ${unset}.`,
    );
  }
  return port;
}

/**
 * The port that `variable` chooses, or its default where the variable is unset or blank. @throws {SettingError}
 * @param {Environment} environment
 * @param {PortVariable} variable
 * @returns {number}
 */
export function readPort(environment, variable) {
  const defaultPort = DEFAULT_PORTS[variable];
  const text = formatText(environment, variable);
  return text === '' ? defaultPort : portIn(variable, text, String(defaultPort));
}

/**
 * The error for two variables that choose the same port.
 * @param {string} first
 * @param {string} second
 * @param {number} port
 */
export const samePort = (first, second, port) =>
  new SettingError(`${first} and ${second} are both ${String(port)}; they must differ.`);

/**
 * Checks that the variables choose different ports. @throws {SettingError}
 * @param {Environment} environment
 * @param {readonly PortVariable[]} variables
 */
export function checkPortsDiffer(environment, variables) {
  /** @type {Map<number, string>} */
  const seen = new Map();
  for (const variable of variables) {
    const port = readPort(environment, variable);
    const other = seen.get(port);
    if (other !== undefined) throw samePort(other, variable, port);
    seen.set(port, variable);
  }
}
