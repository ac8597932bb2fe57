import { developReleasedShell } from '@portal/federation/development';
import { startDevelopmentServer } from '@portal/web-server/development';
import { localConfig } from '@portal/web-server/local-config';
import type { Run } from '../start/run-until-stopped.ts';
import { createTypeCheck } from './check-types.ts';
import { DevelopmentPortal } from './development-portal.ts';
import { pageRequests } from './page-requests.ts';
import type { Place } from './released-parts.ts';
import { readReleasedParts } from './released-parts.ts';
import type { Folders } from './watch-parts.ts';
import { watchParts } from './watch-parts.ts';

/** What is built and what is released. */
interface Parts {
  /** The parts to build, as they are now. */
  readonly list: () => Folders;
  /** Where the other parts come from; undefined if there are none. */
  readonly place: Place | undefined;
}

/** Takes the parts that are not built. @returns how many there are. */
async function takeReleased(
  { builds }: DevelopmentPortal,
  place: Place,
  { list, note }: Pick<Parts, 'list'> & { readonly note: (line: string) => void },
): Promise<number> {
  const parts = await readReleasedParts(place, [...list().keys()], note);
  for (const part of parts)
    builds.takeReleased(part.manifest.name === 'shell' ? await developReleasedShell(part) : part);
  return parts.length;
}

/**
 * Builds the parts, serves the portal from the builds, and sends events about further builds to its pages. @returns a
 * function that stops it.
 */
export async function startDevelopment(
  { settings, progress }: Run,
  { list, place }: Parts,
): Promise<() => Promise<void>> {
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
  if (place)
    await progress.step('Reading the released parts', async (note) => {
      note(`${await takeReleased(portal, place, { list, note: print })} parts`);
    });
  const title = place ? `Building ${[...list().keys()].join(', ')}` : 'Building everything';
  const stopWatching = await progress.step(title, async (note) => {
    const { parts, stop } = await watchParts(list, portal);
    note(`${parts.length} parts`);
    return stop;
  });
  const stopServing = await startDevelopmentServer({
    config: localConfig(backendPort, portalPort),
    port: portalPort,
    store: () => portal.builds.store(),
    instead: pageRequests(portal, { root, print, overriddenPortal: place?.portal && new URL(place.portal).origin }),
    log: print,
  });
  return async () => {
    portal.endEvents();
    await Promise.all([stopServing(), stopWatching(), types.stop()]);
  };
}
