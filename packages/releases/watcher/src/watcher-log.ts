import { getErrorMessage } from '@portal/node-kit/plain-error';
import type { ServerLog } from '@portal/node-kit/server-log';

/** Gets each problem of the watcher when it begins and when it ends, because it looks every few seconds. */
export type WatcherLog = Pick<ServerLog, 'problem' | 'solved'>;

/** What the watcher could not do, with the stack and the causes of the reason for a collector. */
export const failure = (what: string, error: unknown): Error =>
  new Error(`${what}: ${getErrorMessage(error)}`, { cause: error });
