import { dirname, join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { ownRules, developmentRules } from './base-config.ts';
import type { RemoteFederation } from './federation.ts';
import { remoteBase, shellBase } from './federation.ts';
import type { ShellOptions } from './part-config.ts';
import { packageFile } from './package-file.ts';
import type { Part } from './part.ts';
import { sharedModules } from './part.ts';
import { sourceName } from './source-maps.ts';

const BROWSER_CODE = dirname(packageFile('../development/page'));

/** Module that runs inline in a development page. */
export const PAGE_SCRIPT = packageFile('../development/page');

const ALIASES = {
  'react-refresh': join(BROWSER_CODE, 'refresh'),
  'react/jsx-dev-runtime': packageFile('../development/jsx-dev-runtime'),
};

/** A build with hot module replacement, in memory only. */
function inDevelopment(part: Part, config: Configuration): Configuration {
  const { folder, declaration } = part;
  return {
    ...config,
    mode: 'development',
    // No eval: pages have the Content Security Policy of production.
    devtool: 'cheap-module-source-map',
    output: {
      ...config.output,
      clean: false,
      // Hot updates have no hashes that a page could ask for.
      importFunctionName: 'import',
      // From the root, where the editor's debugger looks (.vscode/launch.json).
      devtoolModuleFilenameTemplate: ({ resourcePath }: { readonly resourcePath: string }) =>
        `webpack:///${sourceName(declaration.name, resourcePath)}`,
    },
    resolve: { ...config.resolve, alias: ALIASES },
    module: { rules: [...developmentRules, ...ownRules(part)] },
    optimization: { ...config.optimization, moduleIds: 'named', minimize: false, emitOnErrors: false },
    // In milliseconds. Many editors empty a file before they write it; a build of the empty file would make the page
    // reload.
    watchOptions: { ignored: ['**/node_modules/**', '**/dist/**'], aggregateTimeout: 50 },
    plugins: [
      ...(config.plugins ?? []),
      new rspack.DefinePlugin({ PART_NAME: JSON.stringify(declaration.name) }),
      new rspack.HotModuleReplacementPlugin(),
      new ReactRefreshRspackPlugin({
        // Independent of NODE_ENV.
        forceEnable: true,
        // page.ts does this.
        injectEntry: false,
        exclude: [/[\\/]node_modules[\\/]/, BROWSER_CODE],
      }),
      new rspack.EntryPlugin(folder, packageFile('../development/hot-client'), {}),
      // styles.ts replaces style sheets, because pages have their names and hashes.
      new rspack.NormalModuleReplacementPlugin(/cssExtractHmr/, packageFile('../development/no-style-reload')),
    ],
  };
}

/** The build of a remote for the development server. */
export function remoteInDevelopment(part: Part, federation: RemoteFederation): Configuration {
  const shared = sharedModules('remote', part.folder, federation.shared);
  return inDevelopment(part, remoteBase(part, federation, shared));
}

/** What the development server builds of the shell. */
export type DevelopedShell = Pick<ShellOptions, 'federation' | 'entry' | 'frame'>;

/** The build of the shell for the development server. */
export function shellInDevelopment(part: Part, { federation, entry }: DevelopedShell): Configuration {
  const shared = sharedModules('shell', part.folder, federation.shared);
  return inDevelopment(part, shellBase(part, entry, shared));
}
