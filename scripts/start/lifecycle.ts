import { join } from 'node:path';
import { describeError } from '@portal/node-kit/plain-error';
import type { Service } from '../processes/service.ts';
import { createProgress } from '../progress.mjs';
import { readSettings } from './settings.ts';
import { checkPorts, lockState } from './steps.ts';
import type { Run } from './steps.ts';

/** What the abort signal carries: somebody asked the portal to stop. */
class StopRequest extends Error {}

/**
 * Runs a portal: adds to `services` what it starts, and ends only by failing. `stopped` rejects when somebody asks it to stop;
 * the run's signal is aborted then.
 */
export type Work = (run: Run, services: Service[], stopped: Promise<never>) => Promise<never>;

async function onFreeGround(work: Work, run: Run, services: Service[], stopped: Promise<never>): Promise<void> {
  await checkPorts(run);
  const unlock = await lockState(run);
  try {
    await work(run, services, stopped);
  } finally {
    await Promise.all(services.map(async (service) => await service.stop()));
    unlock();
  }
}

/**
 * Does `work` on free ports and an unlocked state folder until it fails or somebody asks it to stop, then stops its services.
 * Resolves to the exit code.
 */
export async function runUntilStopped(work: Work): Promise<number> {
  const progress = createProgress();
  const services: Service[] = [];
  const stopping = new AbortController();
  const stopped = Promise.withResolvers<never>();
  // The steps before the last one watch the signal instead.
  stopped.promise.catch(() => {});
  const onSignal = (): void => {
    if (stopping.signal.aborted) {
      // Asked twice: no more patience.
      for (const service of services) service.kill();
      return;
    }
    progress.print(services.length > 0 ? 'Stopping …' : 'Stopped.');
    const request = new StopRequest();
    stopping.abort(request);
    stopped.reject(request);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

  try {
    const settings = readSettings(process.env, join(import.meta.dirname, '../..'));
    await onFreeGround(work, { settings, progress, signal: stopping.signal }, services, stopped.promise);
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) return 0;
    progress.print(describeError(error));
    return 1;
  }
}
