import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { documentedHost, documentedRemote } from '@portal/federation/benchmark';
import { partsOf } from '../../../scripts/start/parts.ts';
import { bundle } from './bundle.ts';

const ROOT = join(import.meta.dirname, '../../..');
const APPLICATION = join(import.meta.dirname, 'application');

/** Where the federated application's files are, below the origin of its pages. */
export const FEDERATED_PATH = '/federated/';

/** Builds the portal as Module Federation's documentation sets it up, to be served at `origin`. @returns the files that its page links. */
export async function buildFederation(folder: string, origin: string): Promise<readonly string[]> {
  const [shell = 'shell', ...remotes] = partsOf(ROOT);
  for (const name of remotes) await bundle(documentedRemote(join(ROOT, name), join(folder, name)));
  await bundle(
    documentedHost({
      shell: join(ROOT, shell),
      entry: join(APPLICATION, 'federated-entry.ts'),
      replaced: {
        './routing/shell-pages.ts': join(APPLICATION, 'federated-pages.ts'),
        '@portal/federation/runtime': join(APPLICATION, 'runtime.ts'),
        './render.tsx': join(APPLICATION, 'render-at-once.ts'),
      },
      remotes: Object.fromEntries(remotes.map((name) => [name, `${origin}${FEDERATED_PATH}${name}/mf-manifest.json`])),
      folder: join(folder, shell),
    }),
  );
  const files = await readdir(join(folder, shell));
  return files.filter((file) => file.startsWith('main.')).map((file) => `${FEDERATED_PATH}${shell}/${file}`);
}
