import { join } from 'node:path';
import type { Frame } from '@portal/contract/frame';
import type { RemoteFederation } from './federation.ts';
import type { DevelopedShell } from './dev-config.ts';
import { remoteInDevelopment, shellInDevelopment, PAGE_SCRIPT } from './dev-config.ts';
import type { StopWatching, WatchListener } from './dev-watch.ts';
import { watch } from './dev-watch.ts';
import type { ManifestOptions } from './manifest-plugin.ts';
import { readPart } from './part.ts';
import { safeReadFiles } from './safe-reads.ts';
import type { FrameSources } from './frame.ts';
import { buildFrame } from './frame.ts';

interface FrameListener {
  onFrame(frame: Frame): void;
  onErrors(errors: string): void;
}

/** Builds the prerendered frame again whenever the shell changes. */
interface FrameKeeper {
  /** Builds the frame; if called during a build, builds it once more. Never rejects. */
  refresh(): Promise<void>;
  /** The source files of the frame. */
  dependencies(): readonly string[];
}

export function keepFrame(folder: string, sources: FrameSources, { onFrame, onErrors }: FrameListener): FrameKeeper {
  let files: readonly string[] = [];
  let stale = false;
  let building: Promise<void> | undefined;

  async function build(): Promise<void> {
    const { frame, dependencies } = await buildFrame(folder, sources, { pageScript: PAGE_SCRIPT });
    files = dependencies.filter((file) => !/[\\/]node_modules[\\/]/.test(file));
    onFrame(frame);
  }

  async function buildWhileStale(): Promise<void> {
    while (stale) {
      stale = false;
      await build().catch((error: unknown) => onErrors(error instanceof Error ? error.message : String(error)));
    }
    building = undefined;
  }

  return {
    refresh() {
      stale = true;
      building ??= buildWhileStale();
      return building;
    },
    dependencies: () => files,
  };
}

export type { DevelopmentEvent } from '../development/events.ts';
export { EVENTS_PATH } from '../development/events.ts';
export type { DevelopmentBuild, StopWatching } from './dev-watch.ts';
export type { RemoteFederation } from './federation.ts';
export type { DevelopedShell } from './dev-config.ts';

/** The suffix of versions in development builds, which are never published. */
const VERSION_SUFFIX = 'development';

function manifestReader(folder: string, file: string, always: readonly string[]): () => ManifestOptions {
  return () => {
    const { declaration, version, safeReads } = readPart(folder, file, VERSION_SUFFIX);
    return { declaration, version, safeReads, entry: declaration.name, always };
  };
}

/** Builds the remote in `folder` for the development server, now and after every change. */
export function watchRemote(folder: string, federation: RemoteFederation, listener: WatchListener): StopWatching {
  const file = 'remote.json';
  return watch({
    ...listener,
    config: remoteInDevelopment(readPart(folder, file, VERSION_SUFFIX), federation),
    manifest: manifestReader(folder, file, ['remote']),
    alsoWatch: () => [join(folder, file), ...safeReadFiles(folder)],
  });
}

/** Builds the shell in `folder` and its prerendered frame for the development server, now and after every change. */
export async function watchShell(
  folder: string,
  shell: DevelopedShell,
  listener: WatchListener & FrameListener,
): Promise<StopWatching> {
  const file = 'shell.json';
  const frame = keepFrame(folder, shell.frame, listener);
  // First, because the shell's build also watches the frame's files.
  await frame.refresh();
  return watch({
    ...listener,
    config: shellInDevelopment(readPart(folder, file, VERSION_SUFFIX), shell),
    manifest: manifestReader(folder, file, []),
    alsoWatch: () => [join(folder, file), ...safeReadFiles(folder), ...frame.dependencies()],
    onBuild(build) {
      listener.onBuild(build);
      if (frame.dependencies().some((dependency) => build.changed.has(dependency))) void frame.refresh();
    },
  });
}
