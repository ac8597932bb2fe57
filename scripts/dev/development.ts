import { EVENTS_PATH } from '@portal/federation/development';
import { startDevelopmentServer } from '@portal/web-server/development';
import { localConfig } from '@portal/web-server/local-config';
import { partsOf } from '../start/parts.ts';
import type { Run } from '../start/steps.ts';
import { fileListener } from './file-listener.ts';
import { Workshop } from './workshop.ts';
import { watchParts } from './watch-parts.ts';

/** Builds every part, serves the portal from the builds, and tells its pages of every further one. @returns what ends that. */
export async function startDevelopment({ settings, progress }: Run): Promise<() => Promise<void>> {
  const { root, portalPort, backendPort } = settings;
  const print = (line: string): void => {
    progress.print(line);
  };
  const workshop = new Workshop(print);
  const { builds, channel } = workshop;
  const stopWatching = await progress.step('Building everything', async (note) => {
    const parts = partsOf(root);
    const stop = await watchParts(root, parts, workshop);
    await workshop.firstResults(parts);
    note(`${parts.length} parts`);
    return stop;
  });
  const stopServing = await startDevelopmentServer({
    config: localConfig(backendPort),
    port: portalPort,
    current: () => Promise.resolve(builds.live()),
    instead: (pathname) => (pathname === EVENTS_PATH ? channel.listen : fileListener(builds, pathname)),
    log: print,
  });
  return async () => {
    channel.close();
    await Promise.all([stopServing(), stopWatching()]);
  };
}
