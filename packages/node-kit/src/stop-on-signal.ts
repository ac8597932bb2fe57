import type { ServerLog } from './server-log.ts';

/**
 * Closes a server at the first SIGINT or SIGTERM, and says so in its log; then the process ends, whatever it still
 * waits for, such as the answer of a silent store. A second signal ends it at once. So does an error that nobody
 * catches, which is in the log, too.
 */
export function stopOnSignal(log: ServerLog, close: () => Promise<unknown>): void {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    // The system does not end the first process of a container at a signal, so it ends itself.
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info('Stopping', { signal });
    try {
      await close();
      log.info('Stopped');
      process.exit();
    } catch (error) {
      log.error('The server does not stop as it should', error);
      process.exit(1);
    }
  };
  const onSignal = (signal: NodeJS.Signals) => void stop(signal);
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  process.on('uncaughtException', (error) => {
    log.error('The server ends for an error that nobody expected', error);
    process.exit(1);
  });
}
