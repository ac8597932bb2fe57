import { existsSync } from 'node:fs';
import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Configuration, Stats } from '@rspack/core';
import { rspack } from '@rspack/core';
import type { ManifestOptions } from './manifest-plugin.ts';
import { chunkFiles, composeManifest, emitted } from './manifest-plugin.ts';
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
}

export interface WatchListener {
  onBuild(build: DevelopmentBuild): void;
  /** Called when a build failed; the previous build stays in use. */
  onErrors(errors: string): void;
}

interface WatchOptions extends WatchListener {
  readonly config: Configuration;
  /** Called for each build, because the declaration may have changed. */
  readonly manifest: () => ManifestOptions;
  /** Files besides the modules whose change, also from or to nothing, starts a build. */
  readonly alsoWatch: () => Iterable<string>;
}

/** Stops watching. */
export type StopWatching = () => Promise<void>;

function report(stats: Stats, { manifest, onBuild, onErrors }: WatchOptions): void {
  if (stats.hasErrors()) {
    onErrors(stats.toString({ preset: 'errors-only', colors: false }));
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
    });
  } catch (error) {
    onErrors(error instanceof Error ? error.message : String(error));
  }
}

/** Builds now and after every change. */
export function watch(options: WatchOptions): StopWatching {
  const compiler = rspack(options.config);
  compiler.hooks.shouldEmit.tap(PLUGIN, () => false);
  compiler.hooks.afterCompile.tap(PLUGIN, ({ fileDependencies, missingDependencies }) => {
    for (const file of options.alsoWatch()) (existsSync(file) ? fileDependencies : missingDependencies).add(file);
  });
  const watching = compiler.watch(options.config.watchOptions ?? {}, (error, stats) => {
    if (error) options.onErrors(error.message);
    else if (stats) report(stats, options);
  });
  return () =>
    new Promise((resolve) => {
      if (watching) watching.close(() => compiler.close(() => resolve()));
      else resolve();
    });
}
