import type { Environment } from '@portal/node-kit/settings';
import { SettingError } from '@portal/node-kit/settings';

/** The addresses of the web servers' metrics in METRICS_URL, separated by commas; none where it is unset or empty. @throws {SettingError} */
export function readMetricsUrls(environment: Environment): readonly string[] {
  const words = (environment['METRICS_URL'] ?? '').split(',').map((word) => word.trim());
  return words
    .filter((word) => word !== '')
    .map((word) => {
      const url = URL.parse(word);
      if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
      throw new SettingError(
        `METRICS_URL must be an address such as "http://127.0.0.1:4300/metrics", or several separated by commas. "${word}" is none.`,
      );
    });
}
