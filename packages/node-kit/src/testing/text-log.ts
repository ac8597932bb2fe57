import type { ServerLog } from '../server-log.ts';
import { createServerLog } from '../server-log.ts';

/** For tests: a log that adds its lines to `lines`, as a terminal gets them. */
export function textLog(lines: string[]): ServerLog {
  return createServerLog({ server: 'test', format: 'text', write: (line) => lines.push(line) });
}
