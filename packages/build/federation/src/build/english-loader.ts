import { basename } from 'node:path';
import type { LoaderContext } from '@rspack/core';
import { parseCatalogue } from './catalogue-loader.ts';

/**
 * A bundler's loader for development builds: passes an English catalogue to the page, which may turn it into
 * pseudo-texts.
 */
function englishLoader(this: LoaderContext, json: string): string {
  const texts = JSON.stringify(parseCatalogue(basename(this.resourcePath), json));
  return `export default window.__developmentPage.texts(${texts});`;
}

export default englishLoader;
