import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseInput } from '@portal/contract/parse';
import { watchRemote, watchShell } from '@portal/federation/development';
import type { ShellSources, StopWatching } from '@portal/federation/development';
import * as v from 'valibot';
import type { Workshop } from './workshop.ts';

const text = v.string();
const ShellConfigSchema = v.object({
  sources: v.strictObject({ entry: text, render: text, script: text, styles: text }),
});

async function readShellSources(folder: string): Promise<ShellSources> {
  const file = join(folder, 'rspack.config.ts');
  const config: unknown = await import(pathToFileURL(file).href);
  return parseInput(file, ShellConfigSchema, { ...(typeof config === 'object' ? config : {}) }).sources;
}

/** Builds the parts, now and after every change. @returns what ends that. */
export async function watchParts(root: string, parts: readonly string[], workshop: Workshop): Promise<StopWatching> {
  const stops = await Promise.all(
    parts.map(async (part) => {
      const folder = join(root, part);
      const listener = workshop.listenerFor(part);
      if (part !== 'shell') return watchRemote(folder, listener);
      return watchShell(folder, await readShellSources(folder), listener);
    }),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
