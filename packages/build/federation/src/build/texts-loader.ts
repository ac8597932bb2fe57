import { basename, dirname } from 'node:path';
import type { LoaderContext } from '@rspack/core';

/**
 * A bundler's loader for development builds, after that of catalogues: passes texts to the page, which may turn them
 * into pseudo-texts, and shows them at once when they change. A catalogue in a folder of its own is a namespace of its
 * own: "information" of the shell.
 */
function textsLoader(this: LoaderContext, module: string): string {
  const folder = basename(dirname(dirname(this.resourcePath)));
  const namespace = folder === 'src' ? 'PART_NAME' : JSON.stringify(folder);
  const language = JSON.stringify(basename(this.resourcePath, '.json'));
  return `${module.replace('export default', 'const texts =')}
export default window.__developmentPage.texts(${namespace}, ${language}, texts);
import.meta.webpackHot.accept();`;
}

export default textsLoader;
