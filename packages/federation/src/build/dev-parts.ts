import { join } from 'node:path';
import { remoteInDevelopment, shellInDevelopment } from './dev-config.ts';
import type { FrameListener } from './dev-frame.ts';
import { keepFrame } from './dev-frame.ts';
import type { StopWatching, WatchListener } from './dev-watch.ts';
import { watch } from './dev-watch.ts';
import type { ManifestOptions } from './manifest-plugin.ts';
import type { ShellSources } from './part-config.ts';
import { readPart } from './part.ts';

export type { DevelopmentEvent } from '../development/events.ts';
export { EVENTS_PATH } from '../development/events.ts';
export type { DevelopmentBuild, StopWatching } from './dev-watch.ts';
export type { ShellSources } from './part-config.ts';

/** Follows a version in development builds: they are never published. */
const VERSION_SUFFIX = 'development';

function manifestReader(folder: string, file: string, always: readonly string[]): () => ManifestOptions {
  return () => {
    const { declaration, version } = readPart(folder, file, VERSION_SUFFIX);
    return { declaration, version, entry: declaration.name, always };
  };
}

/** Builds the remote in `folder` for the development server, now and after every change. */
export function watchRemote(folder: string, listener: WatchListener): StopWatching {
  const file = 'remote.json';
  return watch({
    ...listener,
    config: remoteInDevelopment(readPart(folder, file, VERSION_SUFFIX)),
    manifest: manifestReader(folder, file, ['remote']),
    alsoWatch: () => [join(folder, file)],
  });
}

/** Builds the shell in `folder` and its painted frame for the development server, now and after every change. */
export async function watchShell(
  folder: string,
  { entry, ...frameSources }: ShellSources,
  listener: WatchListener & FrameListener,
): Promise<StopWatching> {
  const file = 'shell.json';
  const frame = keepFrame(folder, frameSources, listener);
  // First, because the shell's build watches what the frame is made of.
  await frame.refresh();
  return watch({
    ...listener,
    config: shellInDevelopment(readPart(folder, file, VERSION_SUFFIX), entry),
    manifest: manifestReader(folder, file, []),
    alsoWatch: () => [join(folder, file), ...frame.dependencies()],
    onBuild(build) {
      listener.onBuild(build);
      if (frame.dependencies().some((dependency) => build.changed.has(dependency))) void frame.refresh();
    },
  });
}
