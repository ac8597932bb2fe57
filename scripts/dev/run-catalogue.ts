import { join } from 'node:path';
import { serveCatalogue } from '@portal/federation/development';
import { readPort } from '@portal/node-kit/settings';
import { listParts } from '../start/parts.ts';
import type { Folders } from './watch-parts.ts';

/** The folders of all parts of the repository at `root`. */
export const findParts = (root: string): Folders => new Map(listParts(root).map((part) => [part, join(root, part)]));

/** Serves the catalogue of parts until a signal ends the process. */
export async function runCatalogue(root: string, parts: Folders): Promise<void> {
  const port = readPort(process.env, 'CATALOGUE_PORT');
  const stop = await serveCatalogue(root, parts, { port });
  console.log(`The catalogue is at http://localhost:${port}`);
  // Only if the parent process has opened a message channel.
  process.send?.('ready');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stop().then(() => process.exit()));
}

/** Serves the same as a production build, for tests. @returns a function that stops it. */
export const serveBuiltCatalogue = async (root: string, port: number): Promise<() => Promise<void>> =>
  await serveCatalogue(root, findParts(root), { port, mode: 'production' });
