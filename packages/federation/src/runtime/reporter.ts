import { MOST_REPORTS, REPORTS_PATH } from '@portal/contract/page-elements';
import type { PartReport } from '@portal/contract/report';

/**
 * Reports to the web server how this page's parts loaded: failures at once, the rest when the page is hidden. Sends a limited number of
 * reports, and does not check whether they arrive.
 */
export function pageReporter(): (report: PartReport) => void {
  let left = MOST_REPORTS;
  let waiting: PartReport[] = [];
  const send = () => {
    if (waiting.length === 0) return;
    navigator.sendBeacon(REPORTS_PATH, new Blob([JSON.stringify(waiting)], { type: 'application/json' }));
    waiting = [];
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send();
  });
  return (report) => {
    if (left === 0) return;
    left -= 1;
    waiting.push(report);
    if ('failure' in report) send();
  };
}
