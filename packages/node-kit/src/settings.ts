import { PlainError } from './plain-error.mjs';

/** A setting that cannot be used. The message names the variable, its value and the remedy. */
export class SettingError extends PlainError {}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that choose ports, with their defaults. */
export const DEFAULT_PORTS = { PORTAL_PORT: 4000, BACKEND_PORT: 4100, METRICS_PORT: 4300, CONSOLE_PORT: 4200 } as const;
export type PortVariable = keyof typeof DEFAULT_PORTS;

/** The ports that the Fetch standard blocks ("port blocking"), in browsers and in Node alike. */
export const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

/** The port that `variable` chooses, or its default where the variable is unset or empty. @throws {SettingError} */
export function readPort(environment: Environment, variable: PortVariable): number {
  const standard = DEFAULT_PORTS[variable];
  const text = environment[variable];
  if (text === undefined || text === '') return standard;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new SettingError(
      `${variable} is "${text}", which is not a port. Set it to a number from 1 to 65535, or leave it unset for ${String(standard)}.`,
    );
  }
  if (BLOCKED_PORTS.has(port)) {
    throw new SettingError(
      `${variable} is ${text}, a port that browsers block. Set it to another port, or leave it unset for ${String(standard)}.`,
    );
  }
  return port;
}
