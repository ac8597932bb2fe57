import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { DeclarationSchema } from '@portal/contract/declaration';
import { getFields } from '@portal/contract/fields';
import { emitDeclarations, sharedSources, describeSurface } from '@portal/federation/surface';

const ROOT = join(import.meta.dirname, '../..');

/** For tests: copies a folder without the entries in `without`. */
export async function copyFiles(from: string, to: string, without: readonly string[]): Promise<void> {
  await cp(from, to, { recursive: true, filter: (source) => !without.includes(basename(source)) });
}

/** For tests: what a shell of these sources exports to remotes, as its build records it. */
export async function shellExports(): Promise<ArtifactManifest['shared']> {
  const sources = sharedSources(join(ROOT, 'shell'));
  const modules = [...describeSurface(sources, await emitDeclarations(sources)).modules];
  const react = { react: '19.3.1', 'react/jsx-runtime': '19.3.1' };
  const { known, needed } = getFields(DeclarationSchema);
  const provided = modules.map(([module]) => module).filter((module) => !module.includes('/contract/'));
  return {
    provides: { ...react, ...Object.fromEntries(provided.map((module) => [module, '1.0.0'])) },
    requires: {},
    imports: {},
    exports: {
      'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
      ...Object.fromEntries(modules.map(([module, names]) => [module, [...names.keys()]])),
    },
    signatures: Object.fromEntries(
      modules.map(([module, names]) => [
        module,
        Object.fromEntries([...names].map(([name, { signature }]) => [name, [signature]])),
      ]),
    ),
    reads: { declaration: { known: [...known], needed: [...needed] }, page: [] },
  };
}
