import { readPort, SettingError } from '@portal/node-kit/settings';
import { storeAddress } from '@portal/release/open-store';
import { readServiceAddress } from '@portal/release/service-client/service-address';
import { readMetricsUrls } from '@portal/release/operations/metrics-urls';
import type { Environment } from '@portal/node-kit/settings';

export interface Settings {
  readonly port: number;
  /** Origin under which managers open the console: "http://localhost:4200". */
  readonly origin: string;
  /** Address of the release service, without a slash at the end; undefined if the console works on the store itself. */
  readonly service: string | undefined;
  /** Address of the store. */
  readonly store: string;
  /** Address of the identity provider, without a slash at the end. */
  readonly issuer: string;
  /** The console's client id at the identity provider. */
  readonly clientId: string;
  /** Addresses of the web servers' metrics; none if not configured. */
  readonly metricsUrls: readonly string[];
}

function text(environment: Environment, variable: string): string | undefined {
  const value = environment[variable];
  return value === undefined || value === '' ? undefined : value;
}

function addressFrom(environment: Environment, variable: string): URL | undefined {
  const value = text(environment, variable);
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new SettingError(`${variable} must be an address such as "https://example.com", and is "${value}".`);
}

function metricsFrom(environment: Environment): readonly string[] {
  const addresses = readMetricsUrls(environment);
  if (addresses.length > 0 || text(environment, 'METRICS_PORT') === undefined) return addresses;
  return [`http://127.0.0.1:${String(readPort(environment, 'METRICS_PORT'))}/metrics`];
}

/**
 * Reads the settings: CONSOLE_PORT (4200), CONSOLE_ORIGIN, RELEASE_SERVICE (none: the console works on the store itself), STORE (a folder, or "s3://BUCKET/PREFIX"; by default the folder "store" in
 * PORTAL_STATE, ".portal"), IDENTITY_ISSUER (that of the development backend at BACKEND_PORT, 4100), CONSOLE_CLIENT_ID, METRICS_URL,
 * several separated by commas (or METRICS_PORT on this machine). @throws {SettingError} naming the variable.
 */
export function readSettings(environment: Environment): Settings {
  const port = readPort(environment, 'CONSOLE_PORT');
  const service = text(environment, 'RELEASE_SERVICE');
  const backend = `http://localhost:${String(readPort(environment, 'BACKEND_PORT'))}/identity`;
  return {
    port,
    origin: addressFrom(environment, 'CONSOLE_ORIGIN')?.origin ?? `http://localhost:${String(port)}`,
    service: service === undefined ? undefined : readServiceAddress(service),
    store: storeAddress(environment),
    issuer: (addressFrom(environment, 'IDENTITY_ISSUER')?.href ?? backend).replace(/\/$/, ''),
    clientId: text(environment, 'CONSOLE_CLIENT_ID') ?? 'release-console',
    metricsUrls: metricsFrom(environment),
  };
}
