import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { OLDEST_BROWSERS } from '@portal/contract/browsers';
import { REMOTE_EXPOSE } from '@portal/contract/remote-module';
import { CHUNK_LIMIT_MS } from '@portal/contract/time-limit';
import type { Chunk, Configuration, RspackPluginInstance, RuleSetRule } from '@rspack/core';
import { rspack } from '@rspack/core';
import type { Language } from '@portal/contract/language';
import { FALLBACK_LANGUAGE, LANGUAGES } from '@portal/contract/language';
import { ModuleIdsPlugin } from './module-ids.ts';
import { ownFile } from './own-file.ts';
import type { Part, SharedModule } from './part.ts';
import { runTime } from './run-time.ts';
import { UnusedGluePlugin } from './unused-glue.ts';
import { VENDOR_CHUNK, VENDOR_MODULES } from './vendor-plugin.ts';

/** The supported browsers, as builds name them. */
const BROWSERS = Object.entries(OLDEST_BROWSERS)
  .map(([name, version]) => `${name} >= ${version}`)
  .join(', ');

interface ReactTransform {
  readonly development?: true;
  readonly refresh?: true;
}

function scriptRule(react: ReactTransform): RuleSetRule {
  return {
    test: /\.tsx?$/,
    loader: 'builtin:swc-loader',
    options: {
      jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic', ...react } } },
      env: { targets: BROWSERS },
    },
    type: 'javascript/auto',
  };
}

const styleRule: RuleSetRule = {
  test: /\.css$/,
  use: [
    rspack.CssExtractRspackPlugin.loader,
    // The style sheets contain only data URLs, so there is nothing to resolve.
    { loader: fileURLToPath(import.meta.resolve('css-loader')), options: { url: false } },
  ],
  type: 'javascript/auto',
  sideEffects: true,
};

/** Completes catalogues with English. The results are ES modules, because a dynamic import of JSON needs more of the bundler's run time. */
function catalogueRule(languages: readonly Language[]): RuleSetRule {
  return {
    test: new RegExp(String.raw`[\\/]locales[\\/](${languages.join('|')})\.json$`),
    loader: ownFile('./catalogue-loader'),
    type: 'javascript/auto',
  };
}

/** The bundler would write the paths of the building machine into pdf.js, and the same source would give other bytes elsewhere. */
const pdfRule: RuleSetRule = { test: /[\\/]pdfjs-dist[\\/]/, parser: { importMeta: false } };

/** The rules that turn sources into code for the browser. */
export const rules: RuleSetRule[] = [scriptRule({}), styleRule, catalogueRule(LANGUAGES), pdfRule];

/** The same for the development server, with React Refresh. English catalogues have a rule of their own there. */
export const developmentRules: RuleSetRule[] = [
  scriptRule({ development: true, refresh: true }),
  styleRule,
  catalogueRule(LANGUAGES.filter((language) => language !== FALLBACK_LANGUAGE)),
  pdfRule,
];

export const minimizer: NonNullable<NonNullable<Configuration['optimization']>['minimizer']> = [
  // The third pass removes 0.3 KB of a first visit, further ones nothing.
  new rspack.SwcJsMinimizerRspackPlugin({
    minimizerOptions: { format: { comments: false }, compress: { passes: 3 } },
    extractComments: false,
  }),
  new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
];

type FederationOptions = Omit<ConstructorParameters<typeof ModuleFederationPlugin>[0], 'shareStrategy' | 'dts'>;

/** The module that the plugin generates and runs before everything else, as the plugin asks for it. */
const GENERATED_START = /^@module-federation\/runtime\/rspack\.js!=!data:/;

/** The part's own loaders, after the common rules. */
export function ownRules({ loaders }: Part): RuleSetRule[] {
  return Object.entries(loaders).map(([end, loader]) => ({
    test: (file: string) => file.endsWith(end),
    loader,
    type: 'javascript/auto',
  }));
}

/** What builds call in place of `import()` (see `__importScript`). On other hosts it is `import()`. */
const IMPORT_CHECKED = '((file)=>globalThis.__importScript?.(new URL(file,import.meta.url).href)??import(file))';

/** Everything that shell and remotes have in common: ES modules, files named by their content, one style sheet. */
export function commonConfig(part: Part, plugins: RspackPluginInstance[]): Configuration {
  const { folder, version } = part;
  return {
    mode: 'production',
    context: folder,
    target: ['web', 'es2022'],
    devtool: false,
    output: {
      path: join(folder, 'dist'),
      clean: true,
      // The store compares the hash in a file's name with the SHA-256 of its bytes.
      hashFunction: 'sha256',
      module: true,
      chunkFormat: 'module',
      chunkLoading: 'import',
      publicPath: 'auto',
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: CHUNK_LIMIT_MS,
      filename: '[name].[contenthash:16].js',
      chunkFilename: '[name].[contenthash:16].js',
      importFunctionName: IMPORT_CHECKED,
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: { rules: [...rules, ...ownRules(part)] },
    optimization: {
      realContentHash: true,
      chunkIds: 'named',
      moduleIds: 'deterministic',
      // Names of one letter: 0.7 KB less in a first visit. They change with the exports of their module, in files that then change anyway.
      mangleExports: 'size',
      minimizer,
    },
    performance: false,
    plugins: [
      // Only the loader and the page link style sheets, with their integrity; the chunk runtime must not.
      new rspack.CssExtractRspackPlugin({
        runtime: false,
        filename: '[name].[contenthash:16].css',
        chunkFilename: '[name].[contenthash:16].css',
      }),
      new ModuleIdsPlugin(),
      new rspack.DefinePlugin({ PART_VERSION: JSON.stringify(version) }),
      ...plugins,
    ],
  };
}

/**
 * Module Federation with containers and share scope of the plugin, but with the portal's own small run time in `start` (ADR 2). With
 * FEDERATION_RUNTIME=enhanced, the plugin's original run time stays.
 */
function federation(options: FederationOptions, start: 'start-shell' | 'start-container'): RspackPluginInstance[] {
  const plugin = new ModuleFederationPlugin({ ...options, shareStrategy: 'loaded-first', dts: false });
  if (runTime() === 'enhanced') return [plugin];
  return [
    plugin,
    new rspack.NormalModuleReplacementPlugin(GENERATED_START, ownFile(`../share-runtime/${start}`)),
    new UnusedGluePlugin(),
  ];
}

type Shared = Readonly<Record<string, SharedModule>>;

/** What the federation plugin gets of a remote. */
export interface RemoteFederation {
  /** Name of the container's file. */
  readonly filename: string;
  /** The module that the shell loads. */
  readonly exposes: { readonly [REMOTE_EXPOSE]: string };
  /** The modules that it takes from the shell, as far as it depends on them. */
  readonly shared: readonly string[];
}

/** The exposed module is in the entry, because nobody loads the one without the other. */
const REMOTE_CHUNK = 'remote';

/** The common configuration of remotes. `manifest`: with the plugin's manifest, by which other hosts find the container. */
export function remoteBase(
  part: Part,
  { filename, exposes }: Omit<RemoteFederation, 'shared'>,
  shared: Shared,
  manifest = false,
): Configuration {
  const { name } = part.declaration;
  const options: FederationOptions = {
    name,
    filename,
    library: { type: 'module' },
    exposes: { [REMOTE_EXPOSE]: { import: exposes[REMOTE_EXPOSE], name: REMOTE_CHUNK } },
    shared,
    manifest,
  };
  const config = commonConfig(part, federation(options, 'start-container'));
  const entry = {
    name,
    chunks: ({ name: chunk }: Chunk) => chunk === REMOTE_CHUNK,
    type: /^javascript/,
    enforce: true,
  };
  return {
    ...config,
    entry: {},
    output: { ...config.output, uniqueName: name },
    optimization: {
      ...config.optimization,
      splitChunks: {
        // Shared modules have no code, so chunks of their own would only lengthen the table of chunks.
        defaultSizeTypes: ['javascript', 'unknown', 'consume-shared'],
        cacheGroups: { entry },
      },
    },
  };
}

/** Dependencies get a separate file, which browsers keep in their cache when only the shell changes. */
export const VENDOR_GROUP = { test: VENDOR_MODULES, name: VENDOR_CHUNK, chunks: 'initial', enforce: true } as const;

/**
 * The federation of the shell, which provides the modules in `shared`. It uses them itself without the share scope, which never has others before
 * the shell runs. The plugin would let it ask the scope.
 */
function shellFederation(shared: Shared): RspackPluginInstance[] {
  const options: FederationOptions = { name: 'shell', manifest: false };
  if (runTime() === 'enhanced') return federation({ ...options, shared }, 'start-shell');
  const provides = Object.entries(shared).map(([name, { version }]) => ({
    [name]: { shareKey: name, eager: true, ...(version !== undefined && { version }) },
  }));
  const provider = new rspack.sharing.ProvideSharedPlugin({ provides, shareScope: 'default', enhanced: true });
  return [...federation(options, 'start-shell'), provider];
}

/**
 * Has the shell's modules take names from the shared modules themselves, which contain all of their names for remotes, and not from the inner modules:
 * so the bundler can join these.
 */
function wholeSharedRule(shared: Shared): RuleSetRule {
  return {
    descriptionData: {
      name: (name: unknown) => typeof name === 'string' && name.startsWith('@portal/') && name in shared,
    },
    test: /[\\/]src[\\/]index\.ts$/,
    sideEffects: true,
  };
}

/** The common configuration of the shell's builds: it provides the modules in `shared`, and names no remote. */
export function shellBase(part: Part, entry: string | string[], shared: Shared): Configuration {
  const config = commonConfig(part, shellFederation(shared));
  return {
    ...config,
    entry: { shell: entry },
    output: { ...config.output, uniqueName: 'shell' },
    module: { rules: [...(config.module?.rules ?? []), wholeSharedRule(shared)] },
    optimization: { ...config.optimization, splitChunks: { cacheGroups: { vendor: VENDOR_GROUP } } },
  };
}
