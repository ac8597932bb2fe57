import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remoteConfig } from '@portal/federation/build';
import { options } from '../../mfe-hubs/rspack.config.ts';
import { buildApplication } from './build-application.ts';
import { bundle } from '../../scripts/start/bundle.ts';
import type { Spread } from './statistics.ts';
import { computeRatio, computeSpread } from './statistics.ts';

const ROOT = join(import.meta.dirname, '../..');

/** How long builds take, in milliseconds. */
export interface BuildTimes {
  readonly remote: Spread;
  readonly application: Spread;
  readonly ratio: Spread;
}

async function timed(work: (folder: string) => Promise<unknown>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-build-'));
  const began = performance.now();
  await work(folder);
  const time = performance.now() - began;
  await rm(folder, { recursive: true });
  return time;
}

async function buildRemote(folder: string): Promise<void> {
  const config = await remoteConfig(join(ROOT, 'mfe-hubs'), { federation: options.federation });
  await bundle({ ...config, output: { ...config.output, path: folder } });
}

/** Builds one remote, and then the one application, which has to be built for the same change. */
export async function measureBuilds(rounds: number): Promise<BuildTimes> {
  const [remote, application]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const times = [
      await timed(buildRemote),
      await timed((folder) => buildApplication(ROOT, folder, 'like the portal')),
    ] as const;
    // The first round warms up.
    if (round === 0) continue;
    remote.push(times[0]);
    application.push(times[1]);
  }
  return {
    remote: computeSpread(remote),
    application: computeSpread(application),
    ratio: computeRatio(remote, application),
  };
}
