import { basename, dirname } from 'node:path';
import type { LoaderContext } from '@rspack/core';

/**
 * A bundler's loader that puts the remote's name before the names of its catalogues: all parts call theirs "locale-en".
 */
function chunkNames(this: LoaderContext, source: string): string {
  const remote = basename(dirname(dirname(this.resourcePath)));
  return source.replaceAll('webpackChunkName: "locale-', `webpackChunkName: "${remote}-locale-`);
}

export default chunkNames;
