import type { RemoteFailure } from '@portal/contract/failure';
import type { PageData } from '@portal/contract/page';
import { PAGE_DATA_ID, REPORTS_PATH } from '@portal/contract/page-elements';
import type { PartReport } from '@portal/contract/report';

/** The shell's version as the page's data have it, read without their schema; undefined where they are no such thing. */
function shellVersion(): string | undefined {
  try {
    // oxlint-disable-next-line no-unsafe-assignment -- part of the inline script, which carries no schema; the web server checks what it is told
    const page: PageData = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '');
    return page.release.shell.version;
  } catch {
    return undefined; // a damaged page may be the very reason why the shell did not start
  }
}

/** Tells the web server that the shell did not start: a canary of the shell is judged by it. Never throws. Part of the inline script. */
export function reportStartFailure(failure: RemoteFailure): void {
  const version = shellVersion();
  if (version === undefined) return;
  const reports: readonly PartReport[] = [{ part: 'shell', version, failure }];
  navigator.sendBeacon(REPORTS_PATH, new Blob([JSON.stringify(reports)], { type: 'application/json' }));
}
