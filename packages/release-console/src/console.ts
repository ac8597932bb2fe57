import { hasCode } from '@portal/node-kit/error-code';
import { PortTakenError } from '@portal/node-kit/listen';
import type { Store } from '@portal/release/store';
import { createApp } from './app.ts';
import type { Settings } from './settings.ts';

export interface ConsoleOptions extends Omit<Settings, 'store'> {
  readonly store: Store;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Receives a line for whatever goes wrong; standard error by default. */
  readonly log?: (line: string) => void;
}

export interface RunningConsole {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a console on 127.0.0.1 alone. @throws {PortTakenError} */
export async function startConsole(options: ConsoleOptions): Promise<RunningConsole> {
  const app = await createApp({
    now: Date.now,
    log: (line) => {
      console.error(line);
    },
    ...options,
  });
  try {
    await app.listen({ host: '127.0.0.1', port: options.port });
  } catch (cause) {
    await app.close();
    throw hasCode(cause, 'EADDRINUSE') ? new PortTakenError(options.port, 'CONSOLE_PORT', cause) : cause;
  }
  return { url: options.origin, close: () => app.close() };
}
