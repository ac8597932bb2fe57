import { createRequire } from 'node:module';
import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';

/** Source maps that name the sources by their whole paths, for modules that `callBuilt` runs. */
export const CALLED = {
  devtool: 'cheap-module-source-map',
  output: { devtoolModuleFilenameTemplate: '[absolute-resource-path]' },
} as const satisfies Configuration;

/** Compiles, and resolves with the files that were read. `what` names it in errors. */
export function compile(what: string, configurations: readonly Configuration[]): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    rspack([...configurations], (error, stats) => {
      if (error) reject(error);
      else if (!stats) reject(new Error(`${what} did not build`));
      else if (stats.hasErrors()) reject(new Error(`${what} did not build:\n${stats.toString('errors-only')}`));
      else resolve(stats.stats.flatMap(({ compilation }) => [...compilation.fileDependencies]));
    });
  });
}

/** Loads a built module, and drops it from the cache, because the development server does this often. */
function load(file: string): unknown {
  const require = createRequire(import.meta.url);
  const built: unknown = require(file);
  delete require.cache[file];
  return built;
}

/** An error of built code with those of its places that are in the repository's own sources. */
function inSources(what: string, error: unknown): Error {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const places = stack.split('\n').filter((line) => /^ +at .*\.tsx?:\d+/.test(line) && !line.includes('node_modules'));
  return new Error([`${what}: ${message}`, ...places].join('\n'), { cause: error });
}

/**
 * Calls a function of a built module, in a new instance of it. `what` names it in errors.
 * @throws with the places in the sources that its source map names.
 */
export async function callBuilt(what: string, file: string, name: string): Promise<unknown> {
  process.setSourceMapsEnabled(true);
  try {
    const built = load(file);
    const called: unknown = typeof built === 'object' && built !== null ? Reflect.get(built, name) : undefined;
    if (typeof called !== 'function') throw new Error(`it does not export ${name}()`);
    const result: unknown = await Reflect.apply(called, undefined, []);
    return result;
  } catch (error) {
    throw inSources(what, error);
  } finally {
    process.setSourceMapsEnabled(false);
  }
}
