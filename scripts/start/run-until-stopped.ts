import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeError, PlainError } from '@portal/node-kit/plain-error';
import { tryLock } from '@portal/node-kit/process-lock';
import type { Unlock } from '@portal/node-kit/process-lock';
import type { Service } from '../processes/service.ts';
import { createProgress } from '../progress.mjs';
import type { Progress } from '../progress.mjs';
import { checkPortFree, readSettings } from './settings.ts';
import type { Settings } from './settings.ts';
import { STATE_LOCK } from './state.mjs';

/** What every step works with. */
export interface Run {
  readonly settings: Settings;
  readonly progress: Progress;
  /** Aborted when the portal is to stop. */
  readonly signal: AbortSignal;
}

/** What the abort signal carries: somebody asked the portal to stop. */
class StopRequest extends Error {}

/**
 * Runs a portal: adds to `services` what it starts, and ends only by failing. `stopped` rejects when somebody asks it to stop;
 * the run's signal is aborted then.
 */
export type Work = (run: Run, services: Service[], stopped: Promise<never>) => Promise<never>;

async function checkPorts({ settings }: Run): Promise<void> {
  await checkPortFree(settings.portalPort, 'PORTAL_PORT');
  await checkPortFree(settings.backendPort, 'BACKEND_PORT');
}

/** One portal for one state folder. @throws {PlainError} while another one runs on it. */
async function lockState({ settings: { stateFolder } }: Run): Promise<Unlock> {
  await mkdir(stateFolder, { recursive: true });
  const result = tryLock(join(stateFolder, STATE_LOCK));
  if ('unlock' in result) return result.unlock;
  throw new PlainError(
    `A portal runs on ${stateFolder} already (process ${result.holder}). Stop it, or give this one a folder of its own with PORTAL_STATE.`,
  );
}

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
      // A second signal stops at once.
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
