import { join, resolve } from 'node:path';
import { hasCode } from '@portal/node-kit/error-code';
import { isPortFree, PortTakenError } from '@portal/node-kit/listen';
import { readPort, SettingError } from '@portal/node-kit/settings';
import type { Environment, PortVariable } from '@portal/node-kit/settings';

export interface Settings {
  /** Folder of the repository. */
  readonly root: string;
  /** Folder of store, database and keys. */
  readonly stateFolder: string;
  /** Folder of the builds' input hashes; it is next to the sources, like the builds. */
  readonly cacheFolder: string;
  readonly portalPort: number;
  readonly backendPort: number;
  /** The web server's metrics. */
  readonly metricsPort: number;
  /** The release console. */
  readonly consolePort: number;
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
  const portalPort = readPort(environment, 'PORTAL_PORT');
  const backendPort = readPort(environment, 'BACKEND_PORT');
  const metricsPort = readPort(environment, 'METRICS_PORT');
  const consolePort = readPort(environment, 'CONSOLE_PORT');
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

/** @throws {PortTakenError} when another program uses the port, {SettingError} when this user may not use it. */
export async function checkPortFree(port: number, variable: PortVariable): Promise<void> {
  try {
    if (await isPortFree(port)) return;
  } catch (cause) {
    if (!hasCode(cause, 'EACCES')) throw cause;
    throw new SettingError(`This user may not use port ${port}. Choose another port with ${variable}.`, { cause });
  }
  throw new PortTakenError(port, variable);
}
