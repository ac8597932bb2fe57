import { startDevelopmentServer } from '@portal/web-server/development';
import { localConfig } from '@portal/web-server/local-config';
import type { Run } from '../start/run-until-stopped.ts';
import { createTypeCheck } from './check-types.ts';
import { DevelopmentPortal } from './development-portal.ts';
import { pageRequests } from './page-requests.ts';
import { watchParts } from './watch-parts.ts';

/**
 * Builds every part, serves the portal from the builds, and sends events about further builds to its pages. @returns a
 * function that stops it.
 */
export async function startDevelopment({ settings, progress }: Run): Promise<() => Promise<void>> {
  const { root, cacheFolder, portalPort, backendPort } = settings;
  const print = (line: string): void => {
    progress.print(line);
  };
  const types = createTypeCheck({
    root,
    cacheFolder,
    onProblems: (problems) => portal.setProblems('types', problems),
  });
  const portal: DevelopmentPortal = new DevelopmentPortal({ root, print, onChange: types.check });
  const stopWatching = await progress.step('Building everything', async (note) => {
    const { parts, stop } = await watchParts(root, portal);
    note(`${parts.length} parts`);
    return stop;
  });
  const stopServing = await startDevelopmentServer({
    config: localConfig(backendPort, portalPort),
    port: portalPort,
    store: () => portal.builds.store(),
    instead: pageRequests(portal, { root, print }),
    log: print,
  });
  return async () => {
    portal.endEvents();
    await Promise.all([stopServing(), stopWatching(), types.stop()]);
  };
}
