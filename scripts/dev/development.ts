import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseInput } from '@portal/contract/parse';
import { REMOTE_EXPOSE } from '@portal/contract/remote-module';
import { watchRemote, watchShell } from '@portal/federation/development';
import type { StopWatching } from '@portal/federation/development';
import { startDevelopmentServer } from '@portal/web-server/development';
import { localConfig } from '@portal/web-server/local-config';
import * as v from 'valibot';
import { listParts } from '../start/parts.ts';
import type { Run } from '../start/run-until-stopped.ts';
import { createTypeCheck } from './check-types.ts';
import { DevelopmentPortal } from './development-portal.ts';
import { pageRequests } from './page-requests.ts';

const text = v.string();
const shared = v.array(text);
const RemoteSchema = v.object({
  federation: v.object({ filename: text, exposes: v.object({ [REMOTE_EXPOSE]: text }), shared }),
});
const ShellSchema = v.object({
  federation: v.object({ shared }),
  entry: text,
  frame: v.object({ render: text, script: text, fill: text, styles: text }),
});

/** The options of a part's build. */
async function readOptions<T>(folder: string, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const file = join(folder, 'rspack.config.ts');
  const config: unknown = await import(pathToFileURL(file).href);
  return parseInput(file, v.object({ options: schema }), { ...(typeof config === 'object' ? config : {}) }).options;
}

/** Builds the parts, now and after every change. @returns a function that stops it. */
async function watchParts(root: string, parts: readonly string[], portal: DevelopmentPortal): Promise<StopWatching> {
  const stops = await Promise.all(
    parts.map(async (part) => {
      const folder = join(root, part);
      const listener = portal.listenerFor(part);
      if (part === 'shell') return watchShell(folder, await readOptions(folder, ShellSchema), listener);
      const { federation } = await readOptions(folder, RemoteSchema);
      return watchRemote(folder, federation, listener);
    }),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

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
    const parts = listParts(root);
    const stop = await watchParts(root, parts, portal);
    await portal.firstResults(parts);
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
