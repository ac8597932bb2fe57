import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { readPort, SettingError } from '@portal/node-kit/settings';
import type { Environment } from '@portal/node-kit/settings';
import { storeAddress } from '@portal/release/open-store';
import { readMetricsUrls } from '@portal/release/operations/metrics-urls';

export interface Settings {
  readonly port: number;
  /** Under which clients know the service: "http://localhost:4400". Proofs and tokens name it. */
  readonly origin: string;
  /** Address of the store: a folder, or "s3://BUCKET/PREFIX". */
  readonly store: string;
  /** What the service keeps itself: which key has used which subject token, and the files of uploads while they come. */
  readonly stateFolder: string;
  /** Addresses of the web servers' metrics; none if not configured. */
  readonly metricsUrls: readonly string[];
  /** Addresses and networks of the proxies in front, whose `X-Forwarded-For` counts. */
  readonly trustedProxies: readonly string[];
}

function text(environment: Environment, variable: string): string | undefined {
  const value = environment[variable];
  return value === undefined || value === '' ? undefined : value;
}

function originFrom(environment: Environment, port: number): string {
  const value = text(environment, 'RELEASE_ORIGIN');
  if (value === undefined) return `http://localhost:${String(port)}`;
  const url = URL.parse(value);
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.origin === value && (url.protocol === 'https:' || isLocal)) return value;
  throw new SettingError(
    `RELEASE_ORIGIN must be an origin such as "https://releases.example.com" (http only on this machine), and is "${value}".`,
  );
}

/** @throws {SettingError} for what is no address and no network. */
function readTrustedProxies(environment: Environment): readonly string[] {
  const words = (text(environment, 'TRUSTED_PROXIES') ?? '').split(',').map((word) => word.trim());
  return words.filter(Boolean).map((word) => {
    const [address = '', bits = '', ...rest] = word.split('/');
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    if (rest.length === 0 && most > 0 && (!word.includes('/') || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
      return word;
    throw new SettingError(
      `TRUSTED_PROXIES contains "${word}", which is no address. Set it to addresses or networks such as "10.0.0.1, 192.168.0.0/16", or leave it unset.`,
    );
  });
}

/**
 * Reads the settings: RELEASE_PORT (4400), RELEASE_ORIGIN, PORTAL_STATE (".portal"), STORE ("store" in that folder), METRICS_URL, TRUSTED_PROXIES
 * (docs/release-service.md). @throws {SettingError} naming the variable.
 */
export function readSettings(environment: Environment): Settings {
  const port = readPort(environment, 'RELEASE_PORT');
  const state = resolve(text(environment, 'PORTAL_STATE') ?? '.portal');
  return {
    port,
    origin: originFrom(environment, port),
    store: storeAddress(environment),
    stateFolder: join(state, 'release-service'),
    metricsUrls: readMetricsUrls(environment),
    trustedProxies: readTrustedProxies(environment),
  };
}
