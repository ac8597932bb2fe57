import { fileURLToPath } from 'node:url';
import type { Declaration } from '@portal/contract/declaration';
import type { Configuration, RspackPluginInstance } from '@rspack/core';
import { rspack } from '@rspack/core';
import { commonConfig, ownRules, VENDOR_GROUP, withoutHotReload } from './base-config.ts';
import type { FrameSources } from './frame.ts';
import { buildFrame } from './frame.ts';
import { ManifestPlugin } from './manifest-plugin.ts';
import { readPart } from './part.ts';

/** What becomes one application. */
interface ApplicationSources {
  /** Folder of the shell. */
  readonly shell: string;
  /** Folders of the remotes, whose loaders apply. */
  readonly remotes: readonly string[];
  /** The declarations of all parts as one. */
  readonly declaration: Declaration;
  /** Modules, from the shell's folder. */
  readonly entry: string;
  readonly frame: FrameSources;
  /** Modules by the request that they replace. */
  readonly replaced: Readonly<Record<string, string>>;
  /** Loads the modules in which the remotes name their chunks, and gives the chunks names that differ. */
  readonly remoteLoader: string;
  /** Folder of the build. */
  readonly folder: string;
}

/** A plugin that replaces the module with exactly this request. */
export function replacement(request: string, file: string): RspackPluginInstance {
  const pattern = new RegExp(`^${request.replaceAll('.', String.raw`\.`)}$`);
  return new rspack.NormalModuleReplacementPlugin(pattern, file);
}

/** One style sheet, as usual; the page links it, as the web server links those of parts. */
const STYLE_GROUP = { type: 'css/mini-extract', name: 'styles', chunks: 'all', enforce: true } as const;

/**
 * The build of all parts as one application, for the benchmark: the same sources, rules and minimizers, without
 * federation. The result is an artifact like that of a shell, so the web server can serve it.
 */
export async function applicationConfig(sources: ApplicationSources): Promise<Configuration> {
  const { shell, remotes, declaration, entry, replaced, remoteLoader, folder } = sources;
  const part = readPart(shell, 'shell.json');
  const remoteParts = remotes.map((remote) => readPart(remote, 'remote.json'));
  const safeReads = [part, ...remoteParts].flatMap((each) => each.safeReads);
  const { frame } = await buildFrame(shell, sources.frame);
  const replacements = Object.entries(replaced).map(([request, file]) => replacement(request, file));
  const { version } = part;
  const config = commonConfig(part, [
    ...replacements,
    withoutHotReload,
    new ManifestPlugin({
      declaration,
      version,
      safeReads,
      entry: 'shell',
      always: [],
      frame: JSON.stringify(frame),
      shared: {},
    }),
  ]);
  const rules = [
    ...(config.module?.rules ?? []),
    ...remoteParts.flatMap(ownRules),
    { test: /[\\/]src[\\/]remote\.ts$/, enforce: 'pre' as const, loader: remoteLoader },
  ];
  return {
    ...config,
    entry: { shell: entry },
    output: { ...config.output, path: folder, uniqueName: 'shell' },
    module: { rules },
    // Loaders of rules are found from here.
    resolveLoader: { modules: [fileURLToPath(new URL('../../node_modules', import.meta.url))] },
    optimization: {
      ...config.optimization,
      splitChunks: { cacheGroups: { vendor: VENDOR_GROUP, styles: STYLE_GROUP } },
    },
  };
}
