import { MOST_REPORTS, REPORTS_PATH } from '@portal/contract/page-elements';
import type { PartReport } from '@portal/contract/report';

/**
 * Sends what becomes of the parts of this page to the web server: failures at once, the rest when the page leaves the screen. A
 * page sends so much and no more; whether anything arrives is nobody's worry.
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
