import type { SettingTable } from '@portal/node-kit/setting-table';
import { RELEASE_BY } from '../log/key-files.ts';
import { LOG_KEYS, RELEASE_KEY } from '../log/key-settings.ts';
import { METRICS_URL } from '../operations/metrics-urls.ts';
import { RELEASE_SERVICE } from '../service-client/service-address.ts';
import { TOKEN_SETTINGS } from '../service-client/workload-token.ts';
import { PORTAL_STATE, STORE } from '../store/store-settings.ts';
import { PORTAL_URL } from './preview.ts';

/** Of the release command; each is read when a command needs it. docs/operating.md lists them. */
export const COMMAND_SETTINGS = {
  RELEASE_SERVICE,
  STORE,
  PORTAL_STATE,
  RELEASE_KEY,
  LOG_KEYS,
  RELEASE_BY,
  ...TOKEN_SETTINGS,
  METRICS_URL,
  PORTAL_URL,
} satisfies SettingTable;
