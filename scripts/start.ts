/**
 * `npm start`, once everything is installed: builds what changed, publishes and releases it, runs the development backend and
 * the web server, and stops both when it is asked to. Settings: see start/settings.ts.
 */
import { join } from 'node:path';
import { describeError } from './plain-error.ts';
import type { Service } from './processes/service.ts';
import { createProgress } from './progress.mjs';
import { announcement } from './start/announce.ts';
import { readSettings } from './start/settings.ts';
import { build, checkPorts, lockState, publish, startServers } from './start/steps.ts';
import type { Run } from './start/steps.ts';

/** What the abort signal carries: somebody asked the portal to stop. */
class StopRequest extends Error {}

async function runPortal(run: Run, services: Service[], stopped: Promise<never>): Promise<never> {
  await build(run);
  const release = await publish(run);
  run.signal.throwIfAborted();
  await startServers(run, services);
  run.progress.print(announcement(run.settings, release));
  // For the process that started this one, if it listens.
  process.send?.('ready');
  return await Promise.race([stopped, ...services.map(({ ended }) => ended)]);
}

async function start(run: Run, services: Service[], stopped: Promise<never>): Promise<void> {
  await checkPorts(run);
  const unlock = await lockState(run);
  try {
    await runPortal(run, services, stopped);
  } finally {
    await Promise.all(services.map(async (service) => await service.stop()));
    unlock();
  }
}

async function main(): Promise<number> {
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
    const settings = readSettings(process.env, join(import.meta.dirname, '..'));
    await start({ settings, progress, signal: stopping.signal }, services, stopped.promise);
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) return 0;
    progress.print(describeError(error));
    return 1;
  }
}

process.exit(await main());
