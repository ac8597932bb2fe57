import { createRequire } from 'node:module';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { SHARED_SINGLETONS } from '@portal/contract/shared-singletons';
import type { Configuration, RspackPluginInstance } from '@rspack/core';
import { rspack } from '@rspack/core';
import { replacement } from './application-config.ts';
import { VENDOR_GROUP, withoutHotReload } from './base-config.ts';
import type { FederatedHost } from './documented-config.ts';
import { federatedBase, identifier, listRemotes } from './documented-config.ts';
import { readPart, sharedModules } from './part.ts';

/*
 * Module Federation as those set it up who know its plugin best, for the benchmark: the original run time without what the portal needs
 * none of, once in a page; remotes by their entries, without copies of what the host provides. Each option was seen to
 * save bytes here.
 */

const findBy = createRequire(createRequire(import.meta.url).resolve('@module-federation/enhanced'));
const TOOLS = findBy.resolve('@module-federation/runtime-tools');
const findByTools = createRequire(TOOLS);
const CORE_PROVIDER = findBy.resolve('@module-federation/inject-external-runtime-core-plugin');
const BUNDLER_RUNTIME = '@module-federation/webpack-bundler-runtime';

/** The plugin's own `index.cjs` and the like, beside which there is the same as an ES module. */
const asModule = (file: string) => file.replace(/\.cjs$/, '.js');

/**
 * ES modules of the run time by the requests for which Rspack and the plugin name CommonJS ones, of which no bundler
 * leaves out anything. All of them: a single one brings back the whole of a second run time.
 */
const MODULES: Readonly<Record<string, string>> = {
  '@module-federation/runtime': findByTools.resolve('@module-federation/runtime/bundler'),
  '@module-federation/runtime/core': asModule(findByTools.resolve('@module-federation/runtime/core')),
  '@module-federation/runtime-tools/runtime-core': asModule(
    findByTools.resolve('@module-federation/runtime-tools/runtime-core'),
  ),
  [findByTools.resolve(BUNDLER_RUNTIME)]: findByTools.resolve(`${BUNDLER_RUNTIME}/bundler`),
  [CORE_PROVIDER]: asModule(CORE_PROVIDER),
};

const runTimeOfModules: RspackPluginInstance = new rspack.NormalModuleReplacementPlugin(
  /@module-federation[+/\\]/,
  (resolve) => {
    resolve.request = MODULES[resolve.request] ?? resolve.request;
  },
);

/** No code for Node, and none for manifests. */
const OPTIMIZATION = { target: 'web', disableSnapshot: true } as const;
/** Without the second, the host loads the entries of all remotes before it runs. */
const COMMON = { dts: false, manifest: false, shareStrategy: 'loaded-first' } as const;

/** The build of the remote in `source` into `folder`; `suffix` distinguishes its version. */
export function tunedRemote(source: string, folder: string, suffix = ''): Configuration {
  const part = readPart(source, 'remote.json', suffix);
  const modules = Object.keys(sharedModules('remote', source, SHARED_SINGLETONS));
  const plugin = new ModuleFederationPlugin({
    ...COMMON,
    name: identifier(part.declaration.name),
    filename: 'remoteEntry.js',
    exposes: { './remote': { import: './src/remote.ts', name: 'remote' } },
    shared: Object.fromEntries(
      modules.map((module) => [module, { singleton: true, requiredVersion: false, import: false }]),
    ),
    // Only the host loads remotes; it provides the run time, too.
    experiments: { externalRuntime: true, optimization: { ...OPTIMIZATION, disableRemote: true } },
  });
  return { ...federatedBase(part, folder, [plugin, runTimeOfModules, withoutHotReload]), entry: {} };
}

/** The build of the host, which provides the shared modules at once, in one file with all packages. */
export function tunedHost({ shell, entry, replaced, remotes, folder }: FederatedHost): Configuration {
  const part = readPart(shell, 'shell.json', '');
  const modules = Object.entries(sharedModules('shell', shell, SHARED_SINGLETONS));
  const plugin = new ModuleFederationPlugin({
    ...COMMON,
    name: 'shell',
    remotes: listRemotes(remotes),
    shared: Object.fromEntries(
      modules.map(([module, { version }]) => [
        module,
        { singleton: true, requiredVersion: false, eager: true, ...(version !== undefined && { version }) },
      ]),
    ),
    experiments: { provideExternalRuntime: true, optimization: OPTIMIZATION },
  });
  const replacements = Object.entries(replaced).map(([request, file]) => replacement(request, file));
  const base = federatedBase(part, folder, [plugin, runTimeOfModules, withoutHotReload, ...replacements]);
  return {
    ...base,
    entry: { main: entry },
    optimization: { ...base.optimization, splitChunks: { cacheGroups: { vendor: VENDOR_GROUP } } },
  };
}
