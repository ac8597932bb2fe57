import { fileURLToPath } from 'node:url';
import { FALLBACK_LANGUAGE, LANGUAGES } from '@portal/contract/language';
import type { Configuration, RuleSetRule } from '@rspack/core';
import { rspack } from '@rspack/core';

/** Browsers that the portal is built for: those whose import maps check integrity. */
const BROWSERS = 'chrome >= 127, edge >= 127, safari >= 18.4, firefox >= 138';

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
    // Data URLs stay as they are; there is nothing else to resolve.
    { loader: fileURLToPath(import.meta.resolve('css-loader')), options: { url: false } },
  ],
  type: 'javascript/auto',
  sideEffects: true,
};

const translations = LANGUAGES.filter((language) => language !== FALLBACK_LANGUAGE);

/** Fills catalogues with English; they are JSON modules as before. */
const catalogueRule: RuleSetRule = {
  test: new RegExp(String.raw`[\\/]locales[\\/](${translations.join('|')})\.json$`),
  loader: fileURLToPath(new URL('catalogue-loader.ts', import.meta.url)),
};

/** How sources become code for the browser. */
export const rules: RuleSetRule[] = [scriptRule({}), styleRule, catalogueRule];

/** The same for the development server: components can be replaced while they run. */
export const developmentRules: RuleSetRule[] = [
  scriptRule({ development: true, refresh: true }),
  styleRule,
  catalogueRule,
];

export const minimizer: NonNullable<NonNullable<Configuration['optimization']>['minimizer']> = [
  new rspack.SwcJsMinimizerRspackPlugin({ minimizerOptions: { format: { comments: false } }, extractComments: false }),
  new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
];
