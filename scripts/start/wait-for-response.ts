import { setTimeout as pause } from 'node:timers/promises';
import { PlainError } from '@portal/node-kit/plain-error';

const BETWEEN_TRIES_MS = 100;

/** Nothing answered in time. */
export class NoResponseError extends PlainError {}

/**
 * Waits until an HTTP server answers at `url`, with whatever status.
 * @throws {NoResponseError} after `limit` milliseconds; the signal's reason when it aborts.
 */
export async function waitForResponse(url: string, limit: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + limit;
  for (;;) {
    try {
      const answer = await fetch(url, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(limit)]),
        redirect: 'manual',
      });
      await answer.body?.cancel();
      return;
    } catch (cause) {
      signal.throwIfAborted();
      if (performance.now() >= deadline) {
        throw new NoResponseError(`${url} does not answer after ${Math.round(limit / 1000)} s.`, { cause });
      }
    }
    await pause(BETWEEN_TRIES_MS, undefined, { signal });
  }
}
