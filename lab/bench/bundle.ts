import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';

/** Runs the bundler. @throws with its messages. */
export function bundle(config: Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    rspack(config, (error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
      else resolve();
    });
  });
}
