import { join } from 'node:path';
import type { Frame } from '@portal/contract/frame';
import { existsSync } from 'node:fs';
import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Configuration, Stats } from '@rspack/core';
import { rspack } from '@rspack/core';
import type { RemoteFederation } from './federation.ts';
import type { DevelopedShell } from './dev-config.ts';
import { remoteInDevelopment, shellInDevelopment, PAGE_SCRIPT } from './dev-config.ts';
import type { ManifestOptions } from './manifest-plugin.ts';
import { chunkFiles, composeManifest, emitted } from './manifest-plugin.ts';
import type { Problem } from '../development/events.ts';
import { readPart } from './part.ts';
import { readProblems, thrownProblem } from './problems.ts';
import { safeReadFiles } from './safe-reads.ts';
import type { FrameSources } from './frame.ts';
import { buildFrame } from './frame.ts';
import { fieldsRead } from './shared-signatures.ts';

const PLUGIN = 'PortalDevelopmentBuild';

/** Parts of one checkout agree on the rest. */
const SHARED = { provides: {}, requires: {}, exports: {}, imports: {}, signatures: {}, reads: fieldsRead() };

/** A build in memory: its files, and the updates for pages that run an older build. */
export interface DevelopmentBuild {
  readonly manifest: ArtifactManifest;
  /** Hash of the build; its code contains the same one. */
  readonly hash: string;
  /** Bytes by file name: files of the manifest, source maps, updates for running builds. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Files whose change caused this build; empty for the first. */
  readonly changed: ReadonlySet<string>;
  readonly warnings: readonly Problem[];
}

interface WatchListener {
  onBuild(build: DevelopmentBuild): void;
  /** Called when a build failed; the previous build stays in use. */
  onFailure(problems: readonly Problem[]): void;
}

interface WatchOptions extends WatchListener {
  readonly part: string;
  readonly config: Configuration;
  /** Called for each build, because the declaration may have changed. */
  readonly manifest: () => ManifestOptions;
  /** Files besides the modules whose change, also from or to nothing, starts a build. */
  readonly alsoWatch: () => Iterable<string>;
}

/** Stops watching. */
export type StopWatching = () => Promise<void>;

const failedBuild = (part: string, error: unknown) => thrownProblem(`${part} does not build`, error);

function report(stats: Stats, { part, manifest, onBuild, onFailure }: WatchOptions): void {
  const problems = readProblems(part, stats);
  if (stats.hasErrors()) {
    onFailure(problems);
    return;
  }
  const { compiler } = stats.compilation;
  const files = emitted(stats);
  try {
    onBuild({
      manifest: composeManifest(manifest(), chunkFiles(stats), files, SHARED),
      hash: stats.hash ?? '',
      files,
      changed: compiler.modifiedFiles ?? new Set(),
      warnings: problems,
    });
  } catch (error) {
    onFailure([...problems, failedBuild(part, error)]);
  }
}

/** Builds now and after every change. */
function watch(options: WatchOptions): StopWatching {
  const compiler = rspack(options.config);
  compiler.hooks.shouldEmit.tap(PLUGIN, () => false);
  compiler.hooks.afterCompile.tap(PLUGIN, ({ fileDependencies, missingDependencies }) => {
    for (const file of options.alsoWatch()) (existsSync(file) ? fileDependencies : missingDependencies).add(file);
  });
  const watching = compiler.watch(options.config.watchOptions ?? {}, (error, stats) => {
    if (error) options.onFailure([failedBuild(options.part, error)]);
    else if (stats) report(stats, options);
  });
  return () =>
    new Promise((resolve) => {
      if (watching) watching.close(() => compiler.close(() => resolve()));
      else resolve();
    });
}

interface FrameListener {
  onFrame(frame: Frame): void;
  /** Called when the frame could not be built; the previous one stays in use. */
  onFrameFailure(problem: Problem): void;
}

/** Builds the prerendered frame again whenever the shell changes. */
interface FrameKeeper {
  /** Builds the frame; if called during a build, builds it once more. Never rejects. */
  refresh(): Promise<void>;
  /** The source files of the frame. */
  dependencies(): readonly string[];
}

function keepFrame(folder: string, sources: FrameSources, { onFrame, onFrameFailure }: FrameListener): FrameKeeper {
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
      await build().catch((error: unknown) => onFrameFailure(thrownProblem('The frame does not build', error)));
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

export type { DevelopmentEvent, PageError, Place, Problem } from '../development/events.ts';
export {
  EDITOR_PATH,
  ERRORS_PATH,
  EVENTS_PATH,
  PAGE_PATH,
  PageErrorSchema,
  PlaceSchema,
} from '../development/events.ts';
export { serveCatalogue } from './catalogue.ts';
export { locate, thrownProblem } from './problems.ts';
export type { ReleasedPart } from './released-shell.ts';
export { buildPageScript, developReleasedShell } from './released-shell.ts';

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
  const part = readPart(folder, file, VERSION_SUFFIX);
  return watch({
    ...listener,
    part: part.declaration.name,
    config: remoteInDevelopment(part, federation),
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
    part: 'shell',
    config: shellInDevelopment(readPart(folder, file, VERSION_SUFFIX), shell),
    manifest: manifestReader(folder, file, []),
    alsoWatch: () => [join(folder, file), ...safeReadFiles(folder), ...frame.dependencies()],
    onBuild(build) {
      listener.onBuild(build);
      if (frame.dependencies().some((dependency) => build.changed.has(dependency))) void frame.refresh();
    },
  });
}
