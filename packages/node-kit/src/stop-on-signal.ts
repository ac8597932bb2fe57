import type { ServerLog } from './server-log.ts';

/** Closes a server at the first SIGINT or SIGTERM, and says so in its log. A second signal ends the process at once. */
export function stopOnSignal(log: ServerLog, close: () => Promise<unknown>): void {
  const stop = (signal: NodeJS.Signals) => {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    log.info('Stopping', { signal });
    close().then(
      () => log.info('Stopped'),
      (error: unknown) => {
        log.error('The server does not stop as it should', error);
        process.exitCode = 1;
      },
    );
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
}
