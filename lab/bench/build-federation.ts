import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { documentedHost, documentedRemote } from '@portal/federation/benchmark';
import { bundle } from './bundle.ts';
import { customerParts } from './customer-parts.ts';

/** Where the federated application's files are, below the origin of its pages. */
export const FEDERATED_PATH = '/federated/';

/**
 * Builds the portal as Module Federation's documentation sets it up, to be served at `origin`. `suffixes` distinguish
 * the versions of remotes.
 * @returns the files that its page links.
 */
export async function buildFederation(
  root: string,
  folder: string,
  origin: string,
  suffixes: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const own = (file: string) => join(root, 'lab/bench/application', file);
  const [shell = 'shell', ...remotes] = customerParts(root).map(({ name }) => name);
  for (const name of remotes) await bundle(documentedRemote(join(root, name), join(folder, name), suffixes[name]));
  await bundle(
    documentedHost({
      shell: join(root, shell),
      entry: own('federated-entry.ts'),
      replaced: {
        './routing/shell-pages.ts': own('federated-pages.ts'),
        '@portal/federation/runtime': own('runtime.ts'),
        './render.tsx': own('render-at-once.ts'),
      },
      remotes: Object.fromEntries(remotes.map((name) => [name, `${origin}${FEDERATED_PATH}${name}/mf-manifest.json`])),
      folder: join(folder, shell),
    }),
  );
  const files = await readdir(join(folder, shell));
  return files.filter((file) => file.startsWith('main.')).map((file) => `${FEDERATED_PATH}${shell}/${file}`);
}
