import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { REMOTE_EXPOSE } from '@portal/contract/remote-module';
import type { Chunk, Compiler, Configuration, RspackPluginInstance, RuleSetRule } from '@rspack/core';
import { rspack } from '@rspack/core';
import { commonConfig, VENDOR_GROUP } from './base-config.ts';
import { packageFile } from './package-file.ts';
import type { Part, SharedModule } from './part.ts';
import { chooseRuntime } from './choose-runtime.ts';

const PLUGIN = 'PortalUnusedGluePlugin';

const ALL = /[\s\S]+/g;

/** A function that only fails until the start module has set another, which it does first. */
const PLACEHOLDER =
  /__webpack_require__\.(\S+) = __webpack_require__\.\1 \|\| function\(\) \{ throw new Error\("[^"]*"\) \};?/g;

/** What our start modules (`share-runtime`) use nothing of, by the generated module of the bundler's run time. */
const UNUSED: Readonly<Record<string, readonly RegExp[]>> = {
  'module_federation/runtime': [ALL],
  sharing: [PLACEHOLDER, /, eager: 1|, treeShakingMode: null/g],
  consumes_loading: [
    PLACEHOLDER,
    /shareScope: "default", |, import: null|, eager: false, fallback: undefined, treeShakingMode: null/g,
    /, initialConsumes: \[\]/g,
  ],
  initialize_exposes: [PLACEHOLDER, /\n {2}shareScope: "default",/g],
  embed_federation_runtime: [/console\.warn\(.*\);/g],
};

/**
 * Removes what the federation plugin generates for its own run time and the portal's does not use. What it does not
 * find, it leaves as it is.
 */
class UnusedGluePlugin {
  apply(compiler: Compiler): void {
    // With hot reload, the start module can only replace functions of the run time that are there, not add any.
    if (compiler.options.mode === 'development') return;
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      compilation.hooks.runtimeModule.tap(PLUGIN, ({ name, source }) => {
        if (!source) return;
        const text = source.source.toString();
        const used = (UNUSED[name] ?? []).reduce((rest, unused) => rest.replaceAll(unused, ''), text);
        if (used !== text) source.source = Buffer.from(used);
      });
    });
  }
}

type FederationOptions = Omit<ConstructorParameters<typeof ModuleFederationPlugin>[0], 'shareStrategy' | 'dts'>;

/** The module that the plugin generates and runs before everything else, as the plugin asks for it. */
const GENERATED_START = /^@module-federation\/runtime\/rspack\.js!=!data:/;

/**
 * Module Federation with containers and share scope of the plugin, but with the portal's own small run time in `start`
 * (ADR 2). With FEDERATION_RUNTIME=enhanced, the plugin's original run time stays.
 */
function federation(options: FederationOptions, start: 'start-shell' | 'start-container'): RspackPluginInstance[] {
  const plugin = new ModuleFederationPlugin({ ...options, shareStrategy: 'loaded-first', dts: false });
  if (chooseRuntime() === 'enhanced') return [plugin];
  return [
    plugin,
    new rspack.NormalModuleReplacementPlugin(GENERATED_START, packageFile(`../share-runtime/${start}`)),
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

/**
 * The common configuration of remotes. `manifest`: with the plugin's manifest, by which other hosts find the container.
 */
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

/**
 * The federation of the shell, which provides the modules in `shared`. It uses them itself without the share scope,
 * which never has others before the shell runs. The plugin would let it ask the scope.
 */
function shellFederation(shared: Shared): RspackPluginInstance[] {
  const options: FederationOptions = { name: 'shell', manifest: false };
  if (chooseRuntime() === 'enhanced') return federation({ ...options, shared }, 'start-shell');
  const provides = Object.entries(shared).map(([name, { version }]) => ({
    [name]: { shareKey: name, eager: true, ...(version !== undefined && { version }) },
  }));
  const provider = new rspack.sharing.ProvideSharedPlugin({ provides, shareScope: 'default', enhanced: true });
  return [...federation(options, 'start-shell'), provider];
}

/**
 * Has the shell's modules take names from the shared modules themselves, which contain all of their names for remotes,
 * and not from the inner modules: so the bundler can join these.
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
