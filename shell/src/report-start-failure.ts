import type { RemoteFailure } from '@portal/contract/failure';
import { PAGE_DATA_ID, REPORTS_PATH } from '@portal/contract/page-elements';
import type { PartReport } from '@portal/contract/report';

/**
 * Tells the web server that the shell did not start: a shell on trial is judged by it. Part of the inline script, so it takes the one
 * word that it needs of the page's data and nothing else.
 */
export function reportStartFailure(failure: RemoteFailure): void {
  const data = document.getElementById(PAGE_DATA_ID)?.textContent ?? '';
  const version = /"shell":\{"version":"([^"]+)"/.exec(data)?.[1];
  if (version === undefined) return;
  const reports: readonly PartReport[] = [{ part: 'shell', version, failure }];
  navigator.sendBeacon(REPORTS_PATH, new Blob([JSON.stringify(reports)], { type: 'application/json' }));
}
