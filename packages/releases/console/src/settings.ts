import {
  anyText,
  checkIsLocal,
  HOST,
  httpsAddress,
  ownOrigin,
  portSetting,
  readTable,
} from '@portal/node-kit/setting-table';
import { LOG_SETTINGS, logOptions, METRICS_HOST, ownMetricsPort } from '@portal/node-kit/log-settings';
import type { Setting, SettingTable } from '@portal/node-kit/setting-table';
import { readPort, formatText } from '@portal/node-kit/settings';
import type { Environment } from '@portal/node-kit/settings';
import { TRUSTED_PROXIES } from '@portal/node-kit/trusted-proxies';
import { LOG_KEYS, RELEASE_KEY } from '@portal/release/log/key-settings';
import { METRICS_URL } from '@portal/release/operations/metrics-urls';
import { RELEASE_SERVICE } from '@portal/release/service-client/service-address';
import { PORTAL_STATE, STORE } from '@portal/release/store-settings';
import { NO_SETTINGS, WATCHER_SETTINGS } from '@portal/release-watcher/settings';

/** The port for the metrics of a web server on this machine; undefined if it is not set. */
const METRICS_PORT: Setting<number | undefined> = {
  description: "a local web server's, in place of `METRICS_URL`",
  default: 'none: no figures',
  read: (text, _name, environment) => (text === '' ? undefined : readPort(environment, 'METRICS_PORT')),
};

/** What a console with a release service does not use: it is not read then, and undefined. */
const ifAlone = <Value>({ description, default: defaultText, read }: Setting<Value>): Setting<Value | undefined> => ({
  description: `without \`RELEASE_SERVICE\`: ${description}`,
  default: defaultText,
  read: (text, name, environment) =>
    formatText(environment, 'RELEASE_SERVICE') === '' ? read(text, name, environment) : undefined,
});

/** Of the release console; docs/operating.md lists them. */
export const CONSOLE_SETTINGS = {
  HOST,
  CONSOLE_PORT: portSetting('CONSOLE_PORT', 'its port'),
  CONSOLE_ORIGIN: ownOrigin('the origin that managers open', 'CONSOLE_PORT', 'https://releases.example.com'),
  IDENTITY_ISSUER: httpsAddress(
    'the identity provider; required unless `HOST` is local',
    'https://identity.example.com',
    {
      description: 'in a checkout `http://localhost:4100/identity`, in a package none',
      read(name, environment) {
        checkIsLocal(name, environment, 'the address of the identity provider');
        return `http://localhost:${String(readPort(environment, 'BACKEND_PORT'))}/identity`;
      },
    },
  ),
  CONSOLE_CLIENT_ID: anyText("the console's client id there", 'release-console'),
  RELEASE_SERVICE,
  PORTAL_STATE,
  LOG_KEYS,
  TRUSTED_PROXIES,
  STORE: ifAlone(STORE),
  RELEASE_KEY: ifAlone(RELEASE_KEY),
  METRICS_URL: ifAlone(METRICS_URL),
  METRICS_PORT: ifAlone(METRICS_PORT),
  WATCHER_SETTINGS: ifAlone(WATCHER_SETTINGS),
  METRICS_HOST,
  CONSOLE_METRICS_PORT: ownMetricsPort('CONSOLE_PORT'),
  ...LOG_SETTINGS,
} satisfies SettingTable;

/** How the environment wants the console. @throws {SettingError} one sentence: the variable, its value, the remedy. */
export function readSettings(environment: Environment) {
  const values = readTable(CONSOLE_SETTINGS, environment);
  const { METRICS_URL: addresses = [], METRICS_PORT: port } = values;
  const own = port === undefined ? [] : [`http://127.0.0.1:${String(port)}/metrics`];
  return {
    host: values.HOST,
    port: values.CONSOLE_PORT,
    origin: values.CONSOLE_ORIGIN,
    service: values.RELEASE_SERVICE,
    store: values.STORE ?? '',
    stateFolder: values.PORTAL_STATE,
    issuer: values.IDENTITY_ISSUER,
    clientId: values.CONSOLE_CLIENT_ID,
    metricsUrls: addresses.length > 0 ? addresses : own,
    trustedProxies: values.TRUSTED_PROXIES,
    watcher: values.WATCHER_SETTINGS ?? NO_SETTINGS,
    metricsHost: values.METRICS_HOST,
    metricsPort: values.CONSOLE_METRICS_PORT,
    ...logOptions(values),
  };
}
export type Settings = ReturnType<typeof readSettings>;
