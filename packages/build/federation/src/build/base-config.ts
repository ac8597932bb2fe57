import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OLDEST_BROWSERS } from '@portal/contract/browsers';
import { CHUNK_LIMIT_MS } from '@portal/contract/time-limit';
import type { Configuration, RspackPluginInstance, RuleSetRule } from '@rspack/core';
import { rspack } from '@rspack/core';
import { LANGUAGES } from '@portal/contract/language';
import { ModuleIdsPlugin } from './module-ids.ts';
import { packageFile } from './package-file.ts';
import type { Part } from './part.ts';
import { VENDOR_CHUNK, VENDOR_MODULES } from './vendor-plugin.ts';

/** The supported browsers, as builds name them. */
const BROWSERS = Object.entries(OLDEST_BROWSERS)
  .map(([name, version]) => `${name} >= ${version}`)
  .join(', ');

function scriptRule(refresh: boolean): RuleSetRule {
  // The compiler adds what React Refresh needs in its development mode only.
  const react = { runtime: 'automatic', development: refresh, refresh };
  return {
    test: /\.tsx?$/,
    loader: 'builtin:swc-loader',
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react },
      },
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

/**
 * Completes catalogues with English. The results are ES modules, because a dynamic import of JSON needs more of the
 * bundler's run time.
 */
const catalogueRule: RuleSetRule = {
  test: new RegExp(String.raw`[\\/]locales[\\/](${LANGUAGES.join('|')})\.json$`),
  loader: packageFile('./catalogue-loader'),
  type: 'javascript/auto',
};

/**
 * The bundler would write the paths of the building machine into pdf.js, and the same source would give other bytes
 * elsewhere.
 */
const pdfRule: RuleSetRule = { test: /[\\/]pdfjs-dist[\\/]/, parser: { importMeta: false } };

/** The rules that turn sources into code for the browser. */
export const rules: RuleSetRule[] = [scriptRule(false), styleRule, catalogueRule, pdfRule];

/** The same for the development server, with React Refresh, and with texts and functions that change in the open page. */
export const developmentRules: RuleSetRule[] = [
  scriptRule(true),
  styleRule,
  { ...catalogueRule, enforce: 'pre' },
  { ...catalogueRule, loader: packageFile('./texts-loader') },
  {
    test: /[\\/]packages[\\/]portal[\\/](?:api|contract|session)[\\/]src[\\/].+\.ts$/,
    enforce: 'pre',
    loader: packageFile('./in-place-loader'),
  },
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

/** The part's own loaders, after the common rules. */
export function ownRules({ loaders }: Part): RuleSetRule[] {
  return Object.entries(loaders).map(([end, loader]) => ({
    test: (file: string) => file.endsWith(end),
    loader,
    type: 'javascript/auto',
  }));
}

/** Removes what is under `import.meta.webpackHot` from builds without hot reload. */
export const withoutHotReload: RspackPluginInstance = new rspack.DefinePlugin({
  'import.meta.webpackHot': 'undefined',
});

/** What builds call in place of `import()` (see `__importScript`). On other hosts it is `import()`. */
const IMPORT_CHECKED = '((file)=>globalThis.__importScript?.(new URL(file,import.meta.url).href)??import(file))';

/**
 * At the start of the files with which every page begins: nearly all of their functions are called then, so Chromium
 * compiles them beside the page's own work (https://v8.dev/blog/explicit-compile-hints).
 */
const compileHint = new rspack.BannerPlugin({
  banner: '//# allFunctionsCalledOnLoad',
  raw: true,
  test: /^(?:shell|vendor)\..+\.js$/,
  // After the minimizer, which removes comments.
  stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
});

const DEVELOPMENT_ROUTER = /(?<=[\\/]react-router[\\/]dist[\\/])development(?=[\\/])/;
/** React Router's package names only its development build (https://github.com/remix-run/react-router/issues/14102). */
const productionRouter = new rspack.NormalModuleReplacementPlugin(DEVELOPMENT_ROUTER, ({ createData }) => {
  if (createData?.resource) createData.resource = createData.resource.replace(DEVELOPMENT_ROUTER, 'production');
});

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
      // Names of one letter: 0.7 KB less in a first visit. They change with the exports of their module, in files that
      // then change anyway.
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
      compileHint,
      productionRouter,
      new rspack.DefinePlugin({ PART_VERSION: JSON.stringify(version) }),
      ...plugins,
    ],
  };
}

/** Dependencies get a separate file, which browsers keep in their cache when only the shell changes. */
export const VENDOR_GROUP = { test: VENDOR_MODULES, name: VENDOR_CHUNK, chunks: 'initial', enforce: true } as const;
