import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseInput } from '@portal/contract/parse';
import { EVENTS_PATH, watchRemote, watchShell } from '@portal/federation/development';
import type { ShellSources, StopWatching } from '@portal/federation/development';
import { startDevelopmentServer } from '@portal/web-server/development';
import { localConfig } from '@portal/web-server/local-config';
import * as v from 'valibot';
import { partsOf } from '../start/parts.ts';
import type { Run } from '../start/run-until-stopped.ts';
import { DevelopmentPortal } from './development-portal.ts';

const text = v.string();
const ShellConfigSchema = v.object({
  sources: v.object({ entry: text, render: text, script: text, fill: text, styles: text }),
});

async function readShellSources(folder: string): Promise<Omit<ShellSources, 'vendor' | 'prerender'>> {
  const file = join(folder, 'rspack.config.ts');
  const config: unknown = await import(pathToFileURL(file).href);
  return parseInput(file, ShellConfigSchema, { ...(typeof config === 'object' ? config : {}) }).sources;
}

/** Builds the parts, now and after every change. @returns a function that stops it. */
async function watchParts(root: string, parts: readonly string[], portal: DevelopmentPortal): Promise<StopWatching> {
  const stops = await Promise.all(
    parts.map(async (part) => {
      const folder = join(root, part);
      const listener = portal.listenerFor(part);
      if (part !== 'shell') return watchRemote(folder, listener);
      return watchShell(folder, await readShellSources(folder), listener);
    }),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Builds every part, serves the portal from the builds, and sends events about further builds to its pages. @returns a function that stops it. */
export async function startDevelopment({ settings, progress }: Run): Promise<() => Promise<void>> {
  const { root, portalPort, backendPort } = settings;
  const print = (line: string): void => {
    progress.print(line);
  };
  const portal = new DevelopmentPortal(print);
  const stopWatching = await progress.step('Building everything', async (note) => {
    const parts = partsOf(root);
    const stop = await watchParts(root, parts, portal);
    await portal.firstResults(parts);
    note(`${parts.length} parts`);
    return stop;
  });
  const stopServing = await startDevelopmentServer({
    config: localConfig(backendPort, portalPort),
    port: portalPort,
    store: () => portal.builds.store(),
    instead: (pathname) => (pathname === EVENTS_PATH ? portal.listen : portal.builds.listener(pathname)),
    log: print,
  });
  return async () => {
    portal.endEvents();
    await Promise.all([stopServing(), stopWatching()]);
  };
}
