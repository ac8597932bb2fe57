import { join, resolve } from 'node:path';
import { PlainError } from '../plain-error.ts';

/** A setting that cannot be; the message is for the person at the keyboard. */
export class SettingError extends PlainError {}

/** How the portal runs on this machine. */
export interface Settings {
  /** Folder of the repository. */
  readonly root: string;
  /** Where store, database and keys lie. */
  readonly stateFolder: string;
  /** Where the builds' input hashes lie; with the sources, since the builds do too. */
  readonly cacheFolder: string;
  readonly portalPort: number;
  readonly backendPort: number;
  /** Where the web server gives out its numbers. */
  readonly metricsPort: number;
  /** Where release managers work. */
  readonly consolePort: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const DEFAULT_PORTS = { PORTAL_PORT: 4000, BACKEND_PORT: 4100, METRICS_PORT: 4300, CONSOLE_PORT: 4200 } as const;
export type PortVariable = keyof typeof DEFAULT_PORTS;

/** Ports from 1024 on that the Fetch standard blocks ("port blocking"), in browsers and in Node.js alike. */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

function portOf(environment: Environment, variable: PortVariable): number {
  const text = environment[variable];
  if (text === undefined || text === '') return DEFAULT_PORTS[variable];
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new SettingError(`${variable} is "${text}"; it must be a port number from 1 to 65535.`);
  }
  if (BLOCKED_PORTS.has(port)) {
    throw new SettingError(`${variable} is ${port}, which browsers refuse to ask; choose another port.`);
  }
  return port;
}

function checkDifferent(ports: Readonly<Record<PortVariable, number>>): void {
  const seen = new Map<number, string>();
  for (const [variable, port] of Object.entries(ports)) {
    const other = seen.get(port);
    if (other !== undefined) throw new SettingError(`${other} and ${variable} are both ${port}; they must differ.`);
    seen.set(port, variable);
  }
}

/** Reads the settings from the environment. @throws {SettingError} naming the variable. */
export function readSettings(environment: Environment, root: string): Settings {
  const portalPort = portOf(environment, 'PORTAL_PORT');
  const backendPort = portOf(environment, 'BACKEND_PORT');
  const metricsPort = portOf(environment, 'METRICS_PORT');
  const consolePort = portOf(environment, 'CONSOLE_PORT');
  checkDifferent({
    PORTAL_PORT: portalPort,
    BACKEND_PORT: backendPort,
    METRICS_PORT: metricsPort,
    CONSOLE_PORT: consolePort,
  });
  const state = environment['PORTAL_STATE'];
  const own = join(root, '.portal');
  return {
    root,
    stateFolder: state === undefined || state === '' ? own : resolve(root, state),
    cacheFolder: join(own, 'build-cache'),
    portalPort,
    backendPort,
    metricsPort,
    consolePort,
  };
}
