import { fileURLToPath } from 'node:url';
import type { Configuration, RuleSetRule } from '@rspack/core';
import { rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { ownRules, remoteBase, shellBase, developmentRules } from './base-config.ts';
import type { Part } from './part.ts';
import { SHARED_SINGLETONS, sharedModules } from './part.ts';

const BROWSER_CODE = fileURLToPath(new URL('../development/', import.meta.url));
/** React's elements in development builds; with its own copy a remote would have a second React. */
const SHARED = [...SHARED_SINGLETONS, 'react/jsx-dev-runtime'];

/** Module that runs inline in a development page. */
export const PAGE_SCRIPT = `${BROWSER_CODE}page.ts`;

/** English catalogues can become pseudo-texts. Nothing of that is in any other build. */
const englishRule: RuleSetRule = {
  test: /[\\/]locales[\\/]en\.json$/,
  loader: fileURLToPath(new URL('./english-loader.ts', import.meta.url)),
  type: 'javascript/auto',
};

/** A build with hot module replacement, in memory only. */
function inDevelopment(part: Part, config: Configuration): Configuration {
  const { folder, declaration } = part;
  return {
    ...config,
    mode: 'development',
    // No eval: the page's policy is the one of production.
    devtool: 'cheap-module-source-map',
    output: { ...config.output, clean: false },
    resolve: { ...config.resolve, alias: { 'react-refresh': `${BROWSER_CODE}refresh` } },
    module: { rules: [...developmentRules, ...ownRules(part), englishRule] },
    optimization: { ...config.optimization, moduleIds: 'named', minimize: false, emitOnErrors: false },
    // Milliseconds. Many editors empty a file before they write it, and a build of the empty one would need a reload of the page.
    watchOptions: { ignored: ['**/node_modules/**', '**/dist/**'], aggregateTimeout: 50 },
    plugins: [
      ...(config.plugins ?? []),
      new rspack.DefinePlugin({ PART_NAME: JSON.stringify(declaration.name) }),
      new rspack.HotModuleReplacementPlugin(),
      new ReactRefreshRspackPlugin({
        // Whatever NODE_ENV says.
        forceEnable: true,
        // The page starts it.
        injectEntry: false,
        exclude: [/[\\/]node_modules[\\/]/, BROWSER_CODE],
      }),
      new rspack.EntryPlugin(folder, `${BROWSER_CODE}hot-client.ts`, {}),
      // The page replaces style sheets itself: it knows their names and hashes.
      new rspack.NormalModuleReplacementPlugin(/cssExtractHmr/, `${BROWSER_CODE}no-style-reload.ts`),
    ],
  };
}

/** The build of a remote for the development server. */
export function remoteInDevelopment(part: Part): Configuration {
  return inDevelopment(part, remoteBase(part, sharedModules('remote', part.folder, SHARED)));
}

/** The build of the shell for the development server. */
export function shellInDevelopment(part: Part, entry: string): Configuration {
  return inDevelopment(part, shellBase(part, entry, sharedModules('shell', part.folder, SHARED)));
}
