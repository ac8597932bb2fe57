import { join, resolve } from 'node:path';
import { checkPortsDiffer, readPort, formatText } from '@portal/node-kit/settings';
import type { Environment } from '@portal/node-kit/settings';

const PORTS = ['PORTAL_PORT', 'BACKEND_PORT', 'METRICS_PORT', 'CONSOLE_PORT'] as const;

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

/** Reads the settings from the environment. @throws {SettingError} naming the variable. */
export function readSettings(environment: Environment, root: string): Settings {
  checkPortsDiffer(environment, PORTS);
  const state = formatText(environment, 'PORTAL_STATE');
  const own = join(root, '.portal');
  return {
    root,
    stateFolder: state === '' ? own : resolve(root, state),
    cacheFolder: join(own, 'build-cache'),
    portalPort: readPort(environment, 'PORTAL_PORT'),
    backendPort: readPort(environment, 'BACKEND_PORT'),
    metricsPort: readPort(environment, 'METRICS_PORT'),
    consolePort: readPort(environment, 'CONSOLE_PORT'),
  };
}
