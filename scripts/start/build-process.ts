/** Builds the parts that the parent process names, one after the other (see `start/builder.ts`). */
import { join } from 'node:path';
import { describeError } from '@portal/node-kit/plain-error';
import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';
import type { BuildJob } from './builder.ts';

async function configure(folder: string): Promise<Configuration> {
  // oxlint-disable-next-line no-unsafe-type-assertion -- a part's own configuration, as the bundler reads it
  const module = (await import(join(folder, 'rspack.config.ts'))) as { default: () => Promise<Configuration> };
  return await module.default();
}

/** Builds a part. @returns the errors of the bundler; "" if there are none. */
async function build({ folder, versionSuffix }: BuildJob): Promise<string> {
  process.env['PORTAL_VERSION_SUFFIX'] = versionSuffix;
  const compiler = rspack(await configure(folder));
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  compiler.run((error, stats) => {
    compiler.close(() => {
      if (error) reject(error);
      else resolve(stats?.hasErrors() ? stats.toString({ preset: 'errors-only' }) : '');
    });
  });
  return await promise;
}

process.on('message', (job: BuildJob) => {
  void build(job)
    .catch(describeError)
    .then((errors) => process.send?.(errors));
});
