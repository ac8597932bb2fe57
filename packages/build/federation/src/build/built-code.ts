import { createRequire } from 'node:module';
import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';

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

/** Calls a function of a built module, in a new instance of it. */
export async function callBuilt(file: string, name: string): Promise<unknown> {
  const built = load(file);
  const called: unknown = typeof built === 'object' && built !== null ? Reflect.get(built, name) : undefined;
  if (typeof called !== 'function') throw new Error(`${file} does not export ${name}()`);
  const result: unknown = await Reflect.apply(called, undefined, []);
  return result;
}
