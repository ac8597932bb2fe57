import type { RemoteLoader } from '@portal/federation/runtime';
import { crashDetails, findOrigin } from '@portal/federation/runtime';

/** Whether the page itself has cancelled a request, which is no failure. */
function isCancellation(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/**
 * Counts errors that nothing caught, in event handlers, timers and promises, as crashes of the part that threw them,
 * from the start of the page on; those that an extension threw are reported with the shell, and count apart. Errors of
 * a remote are handled by that (`defaultPrevented`): the page stays, and the log names the remote.
 */
export function watchUncaughtErrors(
  loader: Pick<RemoteLoader, 'reportCrash'>,
  reportShellCrash: (error: unknown, at?: string) => void,
): void {
  const handle = (event: Event, error: unknown, at?: string) => {
    if (isCancellation(error)) return;
    const details = crashDetails(error, at);
    const part = findOrigin(error, at)?.part ?? (details.causedBy && 'shell');
    if (part === 'shell') reportShellCrash(error, at);
    else if (part !== undefined && loader.reportCrash(part, details)) {
      event.preventDefault();
      console.error(`An error in ${part} was not caught.`, error);
    }
  };
  window.addEventListener('error', (event) => {
    const { filename, lineno, colno } = event;
    handle(event, event.error, `${filename}:${String(lineno)}:${String(colno)}`);
  });
  window.addEventListener('unhandledrejection', (event) => handle(event, event.reason));
}
