import { serveCatalogue } from '@portal/federation/development';
import { readPort } from '@portal/node-kit/settings';

/** Serves the catalogue of these remotes, folders by their names, until a signal ends the process. */
export async function runCatalogue(root: string, remotes: ReadonlyMap<string, string>): Promise<void> {
  const port = readPort(process.env, 'CATALOGUE_PORT');
  const stop = await serveCatalogue(root, remotes, port);
  console.log(`The catalogue is at http://localhost:${port}`);
  // Only if the parent process has opened a message channel.
  process.send?.('ready');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stop().then(() => process.exit()));
}
