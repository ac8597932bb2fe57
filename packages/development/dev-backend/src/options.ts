import { resolve } from 'node:path';
import { webAddress } from '@portal/contract/web-address';
import { EventLog } from '@portal/node-kit/event-log';
import { list, readTable, yesOrNo } from '@portal/node-kit/setting-table';
import { readPort, formatText } from '@portal/node-kit/settings';
import type { Environment } from '@portal/node-kit/settings';
import type { LogEvent } from '@portal/node-kit/event-log';

/**
 * An event of the backend. `who` is the identity's id, the `sub` of its tokens; `what` the call, or "eBike ID" for the
 * identity provider.
 */
export interface BackendEvent extends LogEvent {
  readonly event:
    | 'signed-in'
    | 'sign-in-refused'
    | 'signed-out'
    | 'changed'
    | 'request-refused'
    | 'password-link-sent'
    | 'password-changed';
}

type BackendLog = EventLog<BackendEvent>;

/** How a development backend runs. */
export interface DevBackendOptions {
  /** Port on the loopback addresses; 0 takes a free one. */
  readonly port: number;
  /** Folder of the database, of the keys and of uploaded firmware; made when it is missing. */
  readonly stateFolder: string;
  /** Origins of the portal ("http://localhost:4000"): who may call the API, and where a sign-in may lead. */
  readonly portalOrigins: readonly string[];
  /** Origins of release consoles ("http://localhost:4200"): where a manager's sign-in may lead. None by default. */
  readonly consoleOrigins?: readonly string[] | undefined;
  /**
   * A PostgreSQL server. Without it PGlite runs in `stateFolder`; 'memory' is PGlite that stores nothing, for tests.
   */
  readonly databaseUrl?: string | undefined;
  /** Domain of the token cookies; without it they belong to the host that the portal runs on. */
  readonly cookieDomain?: string | undefined;
  /** Folder with remotes, of which it gives the sample answers. None by default. */
  readonly partsFolder?: string | undefined;
  /** Opens `/control` to tests: faults, and people of their own. Off by default. */
  readonly control?: boolean | undefined;
  /** Receives a line for each failure or slow step; standard error by default. */
  readonly log?: ((line: string) => void) | undefined;
  /** Receives a line of JSON for each sign-in, refusal and change; standard output by default. */
  readonly record?: ((line: string) => void) | undefined;
  /** The clock, in milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
}

/** A running development backend. */
export interface DevBackend {
  /** "http://localhost:4100"; the API is below `/api/`, the identity provider below `/identity`. */
  readonly url: string;
  /** Stops serving and closes the database. */
  close(): Promise<void>;
}

/** Addresses and limits that the parts of the backend share. */
export interface Settings {
  readonly url: string;
  readonly port: number;
  readonly issuer: string;
  /** The audience of access tokens. */
  readonly apiAudience: string;
  readonly portalOrigins: readonly string[];
  readonly consoleOrigins: readonly string[];
  readonly cookieDomain: string | undefined;
  readonly partsFolder: string | undefined;
  readonly log: (line: string) => void;
  readonly events: BackendLog;
}

const SETTINGS = {
  PORTAL_ORIGINS: list(
    'further origins of the portal',
    'origins such as "http://portal.ebike.localhost:4000"',
    (text) => (webAddress(text)?.origin === text ? text : undefined),
  ),
  DEV_CONTROL: yesOrNo('whether `/control/` is open', false),
};

/**
 * Reads how the program runs: BACKEND_PORT, PORTAL_PORT, CONSOLE_PORT, PORTAL_STATE, DATABASE_URL, COOKIE_DOMAIN,
 * PORTAL_ORIGINS, DEV_CONTROL (docs/development-backend.md). @throws {SettingError} naming the variable.
 */
export function readOptions(environment: Environment): DevBackendOptions {
  const { PORTAL_ORIGINS: origins, DEV_CONTROL: control } = readTable(SETTINGS, environment);
  const portalPort = readPort(environment, 'PORTAL_PORT');
  return {
    port: readPort(environment, 'BACKEND_PORT'),
    stateFolder: resolve(formatText(environment, 'PORTAL_STATE') || '.portal'),
    partsFolder: process.cwd(),
    portalOrigins: [`http://localhost:${portalPort}`, `http://127.0.0.1:${portalPort}`, ...origins],
    consoleOrigins: [`http://localhost:${readPort(environment, 'CONSOLE_PORT')}`],
    databaseUrl: formatText(environment, 'DATABASE_URL') || undefined,
    cookieDomain: formatText(environment, 'COOKIE_DOMAIN') || undefined,
    control,
  };
}

const getOrigin = (address: string): string => new URL(address).origin;

/** Completes `options` once the port is known. @throws {TypeError} for an invalid origin. */
export function getSettings(options: DevBackendOptions, port: number, log: (line: string) => void): Settings {
  const url = `http://localhost:${port}`;
  const { record = (line) => process.stdout.write(`${line}\n`), now = Date.now } = options;
  return {
    url,
    port,
    issuer: `${url}/identity`,
    apiAudience: `${url}/api/`,
    portalOrigins: options.portalOrigins.map(getOrigin),
    consoleOrigins: (options.consoleOrigins ?? []).map(getOrigin),
    cookieDomain: options.cookieDomain,
    partsFolder: options.partsFolder,
    log,
    events: new EventLog((event) => record(JSON.stringify({ at: new Date(now()).toISOString(), ...event }))),
  };
}

/**
 * Where the identity provider sends a visitor of `portal` back to: the backend under the portal's own host name,
 * because cookies belong to host names, whatever the port.
 */
export function callbackAddress({ port }: Settings, portal: URL): string {
  return `http://${portal.hostname}:${port}/api/user/callback`;
}
