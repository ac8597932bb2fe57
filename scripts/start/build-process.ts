/** Builds the parts that the parent process names, one after the other (see `start/builder.ts`). */
import { join } from 'node:path';
import { describeError } from '@portal/node-kit/plain-error';
import type { Configuration } from '@rspack/core';
import type { BuildJob } from './builder.ts';
import { bundle } from './bundle.ts';

async function configure(folder: string): Promise<Configuration> {
  // oxlint-disable-next-line no-unsafe-type-assertion -- a part's own configuration, as the bundler reads it
  const module = (await import(join(folder, 'rspack.config.ts'))) as { default: () => Promise<Configuration> };
  return await module.default();
}

/** @returns what is wrong; "" once the part is built. */
async function build({ folder, versionSuffix }: BuildJob): Promise<string> {
  process.env['PORTAL_VERSION_SUFFIX'] = versionSuffix;
  return await configure(folder)
    .then(bundle)
    .then(() => '', describeError);
}

process.on('message', (job: BuildJob) => void build(job).then((errors) => process.send?.(errors)));
