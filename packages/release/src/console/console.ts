import type { Store } from '../store.ts';
import { createApp } from './app.ts';
import type { Settings } from './settings.ts';

/** The port belongs to another process. */
export class PortTakenError extends Error {}

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

function isTaken(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EADDRINUSE';
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
    if (!isTaken(cause)) throw cause;
    throw new PortTakenError(
      `Port ${String(options.port)} is taken. Stop what uses it, or choose another port for the console with CONSOLE_PORT.`,
      { cause },
    );
  }
  return { url: options.origin, close: () => app.close() };
}
