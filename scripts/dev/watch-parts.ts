import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseInput } from '@portal/contract/parse';
import { REMOTE_EXPOSE } from '@portal/contract/remote-module';
import type { StopWatching } from '@portal/federation/development';
import { thrownProblem, watchRemote, watchShell } from '@portal/federation/development';
import * as v from 'valibot';
import type { DevelopmentPortal } from './development-portal.ts';

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

const CONFIG = 'rspack.config.ts';
/** What a build reads only when it starts. */
const READ_AT_START = [CONFIG, 'package.json'];
/** How often to look for new parts, and for changes of these files, in milliseconds. */
const LOOK_EVERY_MS = 500;

/** The options of a part's build, as they are now. */
async function readOptions<T>(folder: string, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const file = join(folder, CONFIG);
  const config: unknown = await import(/* webpackIgnore: true */ `${pathToFileURL(file).href}?${Date.now()}`);
  return parseInput(file, v.object({ options: schema }), { ...(typeof config === 'object' ? config : {}) }).options;
}

async function watchPart(folder: string, part: string, portal: DevelopmentPortal): Promise<StopWatching> {
  const listener = portal.listenerFor(part);
  try {
    if (part === 'shell') return await watchShell(folder, await readOptions(folder, ShellSchema), listener);
    const { federation } = await readOptions(folder, RemoteSchema);
    return watchRemote(folder, federation, listener);
  } catch (error) {
    listener.onFailure([thrownProblem(`${part} cannot be built`, error)]);
    return async () => undefined;
  }
}

/** Folders of parts, by their names. */
export type Folders = ReadonlyMap<string, string>;

/** When the files were changed that a build reads only when it starts. */
function lastChange(folder: string): string {
  return READ_AT_START.map((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0).join();
}

/**
 * Builds every part, now and after every change, also parts that are added later. Resolves when each has been built
 * once or its first build has failed. @returns the names of the parts, and a function that stops it.
 */
export async function watchParts(
  list: () => Folders,
  portal: DevelopmentPortal,
): Promise<{ readonly parts: readonly string[]; readonly stop: StopWatching }> {
  const begun = new Map<string, { readonly since: string; readonly watching: Promise<StopWatching> }>();

  function look(): void {
    for (const [part, folder] of list()) {
      const since = lastChange(folder);
      const before = begun.get(part);
      if (before?.since === since) continue;
      const stopped = before?.watching.then((stop) => stop());
      begun.set(part, { since, watching: Promise.resolve(stopped).then(() => watchPart(folder, part, portal)) });
    }
  }

  look();
  const parts = [...begun.keys()];
  await portal.firstResults(parts);
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    parts,
    async stop() {
      clearInterval(timer);
      await Promise.all([...begun.values()].map(async ({ watching }) => (await watching)()));
    },
  };
}
