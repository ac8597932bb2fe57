import { join } from 'node:path';
import { LOG_SETTINGS, logOptions, METRICS_HOST, ownMetricsPort } from '@portal/node-kit/log-settings';
import { HOST, ownOrigin, portSetting, readTable } from '@portal/node-kit/setting-table';
import type { SettingTable } from '@portal/node-kit/setting-table';
import type { Environment } from '@portal/node-kit/settings';
import { TRUSTED_PROXIES } from '@portal/node-kit/trusted-proxies';
import { LOG_KEYS, RELEASE_KEY } from '@portal/release/log/key-settings';
import { METRICS_URL } from '@portal/release/operations/metrics-urls';
import { PORTAL_STATE, STORE } from '@portal/release/store-settings';
import { WATCHER_SETTINGS } from '@portal/release-watcher/settings';

/** Of the release service; docs/operating.md lists them. */
export const SERVICE_SETTINGS = {
  HOST,
  RELEASE_PORT: portSetting('RELEASE_PORT', 'its port'),
  RELEASE_ORIGIN: ownOrigin(
    'the origin that clients use; tokens and proofs name it',
    'RELEASE_PORT',
    'https://releases.example.com',
  ),
  PORTAL_STATE,
  STORE,
  RELEASE_KEY,
  LOG_KEYS,
  TRUSTED_PROXIES,
  METRICS_URL,
  WATCHER_SETTINGS,
  METRICS_HOST,
  RELEASE_METRICS_PORT: ownMetricsPort('RELEASE_PORT'),
  ...LOG_SETTINGS,
} satisfies SettingTable;

/** How the environment wants the service. @throws {SettingError} one sentence: the variable, its value, the remedy. */
export function readSettings(environment: Environment) {
  const values = readTable(SERVICE_SETTINGS, environment);
  return {
    host: values.HOST,
    port: values.RELEASE_PORT,
    origin: values.RELEASE_ORIGIN,
    store: values.STORE,
    stateFolder: join(values.PORTAL_STATE, 'release-service'),
    metricsUrls: values.METRICS_URL,
    trustedProxies: values.TRUSTED_PROXIES,
    watcher: values.WATCHER_SETTINGS,
    metricsHost: values.METRICS_HOST,
    metricsPort: values.RELEASE_METRICS_PORT,
    ...logOptions(values),
  };
}
export type Settings = ReturnType<typeof readSettings>;
