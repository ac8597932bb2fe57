import { join } from 'node:path';
import { freePort } from '@portal/node-kit/testing';
import { createProgress } from '../../scripts/progress.mjs';
import { build } from '../../scripts/start/build-parts.ts';
import { listParts } from '../../scripts/start/parts.ts';
import { readSettings } from '../../scripts/start/settings.ts';
import { copyToChange } from './changing-sources.ts';
import type { Line } from './line.ts';
import type { Ports, ServedVariant } from './serve-variant.ts';
import { serveVariant } from './serve-variant.ts';
import { Starter } from './starter.ts';
import type { VariantName } from './variants.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface BenchServers {
  readonly variants: readonly ServedVariant[];
  /** Where people sign in, without the line. */
  readonly signInUrl: string;
  /** Where people are made for a measurement. */
  readonly backendUrl: string;
  /** The folder with a store of the portal. */
  readonly stateFolder: string;
  readonly line: Line;
  stop(): Promise<void>;
}

async function choosePorts(): Promise<Ports> {
  return { near: await freePort(), web: await freePort(), pages: await freePort() };
}

/**
 * Builds the variants and serves each through the same line, in front of the same backend. `changing`: also builds a
 * second version of each, from changed sources.
 */
export async function startBenchServers(names: readonly VariantName[], changing: boolean): Promise<BenchServers> {
  const progress = createProgress();
  const { signal } = new AbortController();
  await build({ settings: readSettings(process.env, ROOT), progress, signal });
  const sources = changing ? await progress.step('Copying the sources', copyToChange) : undefined;
  const starter = new Starter();
  try {
    const ports = new Map<VariantName, Ports>();
    for (const name of names) ports.set(name, await choosePorts());
    const [backendPort, apiPort, signInPort] = [await freePort(), await freePort(), await freePort()];
    const origins = [...ports.values()].map(({ near }) => `http://localhost:${String(near)}`);
    await progress.step('Starting the backend', () => starter.backend(backendPort, signInPort, origins));
    await starter.line.open(apiPort, backendPort);
    const variants: ServedVariant[] = [];
    for (const [name, own] of ports) {
      const title = `Building and serving: ${name}`;
      variants.push(await progress.step(title, () => serveVariant(starter, name, own, apiPort, sources)));
    }
    // Its pages find the API without the line.
    const builds = listParts(ROOT).map((part) => join(ROOT, part, 'dist'));
    const stateFolder = await progress.step('Starting the server to sign in at', () =>
      starter.webServer(signInPort, backendPort, builds),
    );
    const { line } = starter;
    return {
      variants,
      line,
      stateFolder,
      signInUrl: `http://localhost:${String(signInPort)}`,
      backendUrl: `http://localhost:${String(backendPort)}`,
      stop: () => starter.stop(),
    };
  } catch (error) {
    await starter.stop();
    throw error;
  } finally {
    await sources?.remove();
  }
}
