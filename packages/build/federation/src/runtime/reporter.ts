import { MOST_REPORTS, REPORTS_PATH } from '@portal/contract/page-elements';
import type { PartReport } from '@portal/contract/report';
import { visitId } from '@portal/contract/visit-id';

/**
 * How long after the first load the page reports what has loaded so far, in milliseconds: late failures are then
 * compared with visits that are counted already.
 */
export const FIRST_REPORT_MS = 5000;

/** How many different failures of one version a page reports, so that those of others have room. */
const MOST_FAILURES = 10;

/**
 * Reports to the web server how this page's parts loaded: failures at once with all that waits, loads once soon after
 * the first one, and the rest when the page is hidden. Sends a limited number of reports, and does not check whether
 * they arrive.
 */
export function pageReporter(): (report: PartReport) => void {
  let left = MOST_REPORTS;
  let waiting: PartReport[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first beacon told of a version’s load or failure, by `performance.now()`. */
  const told = new Map<string, number>();
  const toKey = ({ part, version }: PartReport) => `${part}@${version}`;
  /** Failures by version; the same failure counts once for a visit. */
  const failures = new Map<string, Set<string>>();
  const isKnown = (report: PartReport): boolean => {
    if (!('failure' in report)) return false;
    const ofVersion = failures.get(toKey(report)) ?? new Set();
    failures.set(toKey(report), ofVersion);
    const text = JSON.stringify(report);
    if (ofVersion.has(text) || ofVersion.size === MOST_FAILURES) return true;
    ofVersion.add(text);
    return false;
  };
  const withFirst = (report: PartReport): PartReport => {
    const first = told.get(toKey(report));
    if (!('failure' in report) || first === undefined) return report;
    return { ...report, follows: Math.round(performance.now() - first) };
  };
  const send = () => {
    if (waiting.length === 0) return;
    const reports = waiting.map(withFirst);
    const body = JSON.stringify({ visit: visitId(), reports });
    navigator.sendBeacon(REPORTS_PATH, new Blob([body], { type: 'application/json' }));
    for (const report of waiting) {
      const key = toKey(report);
      // What people felt of a part begins no visit of it.
      if (!('vital' in report) && !told.has(key)) told.set(key, performance.now());
    }
    waiting = [];
  };
  // On the window, after all listeners of the document: these may report, too.
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send();
  });
  return (report) => {
    if (left === 0 || isKnown(report)) return;
    left -= 1;
    waiting.push(report);
    if ('failure' in report) send();
    else timer ??= setTimeout(send, FIRST_REPORT_MS);
  };
}
