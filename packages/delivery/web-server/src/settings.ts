import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfig } from '@portal/contract/config';
import type { PortalConfig } from '@portal/contract/config';
import { InvalidInputError } from '@portal/contract/parse';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import { checkIsLocal, HOST, portSetting, readTable, wholeNumber, yesOrNo } from '@portal/node-kit/setting-table';
import { LOG_SETTINGS, logOptions, METRICS_HOST } from '@portal/node-kit/log-settings';
import type { Setting, SettingTable } from '@portal/node-kit/setting-table';
import { checkPortsDiffer, readPort, SettingError, formatText } from '@portal/node-kit/settings';
import type { Environment } from '@portal/node-kit/settings';
import type { LogFormat } from '@portal/node-kit/server-log';
import { TRUSTED_PROXIES } from '@portal/node-kit/trusted-proxies';
import { LOG_KEYS } from '@portal/release/release-log/key-settings';
import { openDriver } from '@portal/release/open-driver';
import { PORTAL_STATE, STORE } from '@portal/release/store-settings';
import { ASSET_ORIGIN, isInDomain } from './asset-origin.ts';
import { BEST_BROTLI_QUALITY } from './files/assets.ts';
import { HOST_ORIGINS } from './http/host-origins.ts';
import { localConfig } from './local-config.ts';
import { OVERRIDE_ORIGINS } from './releases/overrides.ts';
import type { WebServerOptions } from './server.ts';
import { VISIT_KEY } from './visits/visit-token.ts';

/** What a message shows of a value: it goes to a terminal. */
const MOST_SHOWN = 100;

function valueAt(document: unknown, path: string): string {
  let value = document;
  for (const key of path.split('.'))
    value =
      typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
  // As if with a password.
  if (typeof value === 'string' && /:.*@/.test(value)) return 'not shown: it contains "@"';
  return (value === undefined ? 'not set' : JSON.stringify(value)).slice(0, MOST_SHOWN);
}

/** Browsers drop cookies for a domain that the page's host is not in. @throws {InvalidInputError} */
function checkCookieDomain({ cookieDomain, publicOrigin }: PortalConfig): void {
  if (cookieDomain === null || publicOrigin === undefined || isInDomain(new URL(publicOrigin).hostname, cookieDomain))
    return;
  const problem = 'must be the host of "publicOrigin" or a domain above it, or no browser keeps a sign-in';
  throw new InvalidInputError('config.json', 'cookieDomain', problem);
}

/** @throws {SettingError} naming the key. */
function readConfigFile(file: string, name: string): PortalConfig {
  const wrong = (problem: string, remedy: string, cause: unknown) =>
    new SettingError(`${name} is "${file}", ${problem}: ${remedy}.`, { cause });
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError)
      throw wrong(`which is not JSON (${getErrorMessage(error)})`, 'correct the file', error);
    throw wrong(`which cannot be read (${getErrorMessage(error)})`, 'set it to the file of the configuration', error);
  }
  try {
    const config = parseConfig(document);
    checkCookieDomain(config);
    return config;
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const key = error.path === '' ? 'which' : `whose key "${error.path}" (${valueAt(document, error.path)})`;
    const problem = error.message.replace(/^config\.json: ("[^"]*": )?/, '');
    throw wrong(`${key} is wrong (${problem})`, 'correct it there', error);
  }
}

const PORTAL_CONFIG: Setting<unknown> = {
  description: 'the file [config.json](#configjson); required unless `HOST` is local',
  default: 'the development backend',
  read(text, name, environment) {
    if (text !== '') return readConfigFile(text, name);
    checkIsLocal(name, environment, 'the file of the configuration');
    return localConfig(readPort(environment, 'BACKEND_PORT'), readPort(environment, 'PORTAL_PORT'));
  },
};

const STORE_CACHE: Setting<boolean> = {
  ...yesOrNo('whether copies serve while the store is away', false),
  default: '`yes` on S3',
  read(text, name, environment) {
    const isFar = formatText(environment, 'STORE').startsWith('s3://');
    return yesOrNo('', isFar).read(text, name, environment);
  },
};

/** Of the web server; docs/operating.md lists them. */
export const WEB_SERVER_SETTINGS = {
  HOST,
  PORTAL_CONFIG,
  PORTAL_PORT: portSetting('PORTAL_PORT', 'its port'),
  METRICS_HOST,
  METRICS_PORT: portSetting('METRICS_PORT', 'the port on `METRICS_HOST`'),
  PORTAL_STATE: {
    ...PORTAL_STATE,
    read(text, name, environment) {
      const folder = PORTAL_STATE.read(text, name, environment);
      // With STORE, the folder is made for what the server keeps.
      if (formatText(environment, 'STORE') === '' && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        throw new SettingError(
          `${name} is "${folder}", and there is no such folder: set it to the folder with the store, or set STORE to the address of a store.`,
        );
      return folder;
    },
  },
  STORE,
  STORE_CACHE,
  LOG_KEYS,
  TRUSTED_PROXIES,
  HOST_ORIGINS,
  ASSET_ORIGIN,
  OVERRIDE_ORIGINS,
  HSTS_SUBDOMAINS: yesOrNo('whether HSTS includes the hosts below its own', false),
  VISIT_KEY,
  BROTLI_QUALITY: wholeNumber('how hard Brotli compresses', [0, BEST_BROTLI_QUALITY], BEST_BROTLI_QUALITY),
  ...LOG_SETTINGS,
} satisfies SettingTable;

/**
 * How the environment wants the web server. @throws {SettingError} one sentence: the variable, its value, the remedy.
 */
export function readSettings(environment: Environment): WebServerOptions & { readonly logFormat: LogFormat } {
  const values = readTable(WEB_SERVER_SETTINGS, environment);
  checkPortsDiffer(environment, ['PORTAL_PORT', 'METRICS_PORT']);
  const stateFolder = join(values.PORTAL_STATE, 'web-server');
  return {
    config: values.PORTAL_CONFIG,
    host: values.HOST,
    port: values.PORTAL_PORT,
    portVariable: 'PORTAL_PORT',
    metricsHost: values.METRICS_HOST,
    metricsPort: values.METRICS_PORT,
    store: openDriver(values.STORE, environment),
    stateFolder,
    cacheFolder: values.STORE_CACHE ? join(stateFolder, 'cache') : undefined,
    trustedProxies: values.TRUSTED_PROXIES,
    hostOrigins: values.HOST_ORIGINS,
    assetOrigin: values.ASSET_ORIGIN,
    overrideOrigins: values.OVERRIDE_ORIGINS,
    hstsSubdomains: values.HSTS_SUBDOMAINS,
    visitKey: values.VISIT_KEY,
    brotliQuality: values.BROTLI_QUALITY,
    ...logOptions(values),
  };
}
