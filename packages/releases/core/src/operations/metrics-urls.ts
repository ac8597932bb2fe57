import { webAddress } from '@portal/contract/web-address';
import { list, readTable } from '@portal/node-kit/setting-table';
import type { Environment } from '@portal/node-kit/settings';

/** Without anything secret: whoever may read the store is shown it, and so is the log. */
function metricsAddress(text: string): string | undefined {
  const href = webAddress(text)?.href;
  return href !== undefined && !/[?#]/.test(href) ? href : undefined;
}

/** The addresses of the web servers' metrics. */
export const METRICS_URL = list(
  "the web servers' metrics (`http://10.0.0.5:4300/metrics`), separated by commas",
  'addresses such as "http://10.0.0.5:4300/metrics"',
  metricsAddress,
);

/**
 * The addresses of the web servers' metrics in METRICS_URL, separated by commas; none where it is unset or empty.
 * @throws {SettingError}
 */
export const readMetricsUrls = (environment: Environment): readonly string[] =>
  readTable({ METRICS_URL }, environment).METRICS_URL;
