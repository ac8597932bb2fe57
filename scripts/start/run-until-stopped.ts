import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeError, PlainError } from '@portal/node-kit/plain-error';
import { tryLock } from '@portal/node-kit/process-lock';
import type { Unlock } from '@portal/node-kit/process-lock';
import { stateError } from '@portal/node-kit/setting-table';
import type { Service } from '../processes/service.ts';
import { createProgress } from '../progress.mjs';
import type { Progress } from '../progress.mjs';
import { readSettings } from './settings.ts';
import type { Settings } from './settings.ts';
import { STATE_LOCK } from './state.mjs';

/** One run of `npm start` or `npm run dev`. */
export interface Run {
  readonly settings: Settings;
  readonly progress: Progress;
  /** Aborts when the portal must stop. */
  readonly signal: AbortSignal;
}

/** The reason of the abort signal after SIGINT, SIGTERM or SIGHUP. */
class StopRequest extends Error {}

/**
 * Runs a portal. It adds the processes that it starts to `services`, and ends only with an error. When a signal to stop
 * arrives, `stopped` rejects and the run's abort signal aborts.
 */
type Work = (run: Run, services: Service[], stopped: Promise<never>) => Promise<never>;

/** Reserves the state folder for this portal. @throws {PlainError} while another portal uses it. */
async function lockState({ settings: { stateFolder } }: Run): Promise<Unlock> {
  await mkdir(stateFolder, { recursive: true }).catch((error: unknown) => {
    throw stateError(error);
  });
  const result = tryLock(join(stateFolder, STATE_LOCK));
  if ('unlock' in result) return result.unlock;
  throw new PlainError(
    `Another portal uses ${stateFolder} (process ${result.holder}). Stop it, or choose another folder with PORTAL_STATE.`,
  );
}

async function workOnLockedState(work: Work, run: Run, services: Service[], stopped: Promise<never>): Promise<void> {
  const unlock = await lockState(run);
  try {
    await work(run, services, stopped);
  } finally {
    await Promise.all(services.map(async (service) => await service.stop()));
    unlock();
  }
}

/**
 * Locks the state folder of the repository at `root`, and does `work` until it fails or a signal to stop arrives. Then it stops the services.
 * @returns the exit code.
 */
export async function runUntilStopped(work: Work, root: string = join(import.meta.dirname, '../..')): Promise<number> {
  const progress = createProgress();
  const services: Service[] = [];
  const stopping = new AbortController();
  const stopped = Promise.withResolvers<never>();
  // Only the last step awaits this promise; until then its rejection must not count as unhandled.
  stopped.promise.catch(() => {});
  const onSignal = (): void => {
    if (stopping.signal.aborted) {
      // A second signal stops at once.
      for (const service of services) service.kill();
      return;
    }
    if (services.length > 0) progress.print('Stopping …');
    const request = new StopRequest();
    stopping.abort(request);
    stopped.reject(request);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

  try {
    const settings = readSettings(process.env, root);
    await workOnLockedState(work, { settings, progress, signal: stopping.signal }, services, stopped.promise);
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) {
      progress.print('Stopped.');
      return 0;
    }
    progress.print(describeError(error));
    return 1;
  }
}
