import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { SHARED_SINGLETONS } from '@portal/contract/shared-singletons';
import type { Configuration, RspackPluginInstance, RuleSetRule } from '@rspack/core';
import { rspack } from '@rspack/core';
import { replacement } from './application-config.ts';
import { minimizer, ownRules, rules } from './base-config.ts';
import type { Part } from './part.ts';
import { installedVersion, readPart, sharedModules } from './part.ts';

/*
 * Module Federation as its documentation sets it up, for the benchmark: the plugin's original run time and defaults, remotes by their manifests,
 * shared singletons, an entry that imports the application. Sources, rules, targets and minimizers are those of the
 * portal.
 */

/**
 * The shared modules of a part, as the documentation writes them. The versions of the workspace's own packages say
 * nothing.
 */
function documentedShared(folder: string): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.keys(sharedModules('remote', folder, SHARED_SINGLETONS)).map((module) => {
      const version = installedVersion(module, folder) ?? '';
      return [module, { singleton: true, requiredVersion: module.startsWith('@portal/') ? false : `^${version}` }];
    }),
  );
}

/** These scripts are no modules, so nothing may leave `import.meta` in pdf.js, as the portal's rule does. */
const classicPdf: RuleSetRule = { test: /[\\/]pdfjs-dist[\\/]/, parser: { importMeta: true } };

/** The common configuration of federated builds, whatever they give the plugin. */
export function federatedBase(part: Part, folder: string, plugins: RspackPluginInstance[]): Configuration {
  return {
    mode: 'production',
    context: part.folder,
    target: ['web', 'es2022'],
    devtool: false,
    output: {
      path: folder,
      publicPath: 'auto',
      uniqueName: part.declaration.name,
      filename: '[name].[contenthash:16].js',
      chunkFilename: '[name].[contenthash:16].js',
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: { rules: [...rules, ...ownRules(part), classicPdf] },
    optimization: { minimizer },
    performance: false,
    // The plugin warns of the manifest's addresses, which "auto" makes relative, as its documentation says.
    infrastructureLogging: { level: 'error' },
    plugins: [
      new rspack.CssExtractRspackPlugin({
        filename: '[name].[contenthash:16].css',
        chunkFilename: '[name].[contenthash:16].css',
      }),
      new rspack.DefinePlugin({ PART_VERSION: JSON.stringify(part.version) }),
      ...plugins,
    ],
  };
}

/** The name of a remote where it has to be one of JavaScript. */
export const identifier = (name: string) => name.replaceAll('-', '_');

/** The build of the remote in `source` into `folder`; `suffix` distinguishes its version. */
export function documentedRemote(source: string, folder: string, suffix = ''): Configuration {
  const part = readPart(source, 'remote.json', suffix);
  const plugin = new ModuleFederationPlugin({
    name: identifier(part.declaration.name),
    filename: 'remoteEntry.js',
    exposes: { './remote': './src/remote.ts' },
    shared: documentedShared(source),
    dts: false,
  });
  return { ...federatedBase(part, folder, [plugin]), entry: {} };
}

/** The remotes as the plugin takes them, of their addresses by their names. */
export const listRemotes = (remotes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(remotes).map(([name, url]) => [identifier(name), `${identifier(name)}@${url}`]));

export interface FederatedHost {
  /** Folder of the shell. */
  readonly shell: string;
  readonly entry: string;
  readonly replaced: Readonly<Record<string, string>>;
  /** Addresses of the remotes, of their manifests or entries, by their names. */
  readonly remotes: Readonly<Record<string, string>>;
  /** Folder of the build. */
  readonly folder: string;
}

/** The build of the host, whose code imports "mfe_hubs/remote". */
export function documentedHost({ shell, entry, replaced, remotes, folder }: FederatedHost): Configuration {
  const part = readPart(shell, 'shell.json', '');
  const plugin = new ModuleFederationPlugin({
    name: 'shell',
    remotes: listRemotes(remotes),
    shared: documentedShared(shell),
    dts: false,
  });
  const replacements = Object.entries(replaced).map(([request, file]) => replacement(request, file));
  return { ...federatedBase(part, folder, [plugin, ...replacements]), entry: { main: entry } };
}
