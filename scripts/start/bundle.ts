import { PlainError } from '@portal/node-kit/plain-error';
import type { Configuration, Stats } from '@rspack/core';
import { rspack } from '@rspack/core';

/** Runs the bundler. @returns what it says of the build. @throws with its messages. */
export function bundle(config: Configuration): Promise<Stats> {
  return new Promise((resolve, reject) => {
    rspack(config, (error, stats) => {
      if (error) reject(error);
      else if (!stats || stats.hasErrors()) reject(new PlainError(stats?.toString('errors-only')));
      else resolve(stats);
    });
  });
}
