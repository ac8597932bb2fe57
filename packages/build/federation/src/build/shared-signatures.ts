import { dirname } from 'node:path';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { DeclarationSchema } from '@portal/contract/declaration';
import { getFields } from '@portal/contract/fields';
import { PageDataSchema } from '@portal/contract/page';
import type { Compilation, Module } from '@rspack/core';
import { ConcatenatedModule } from '@rspack/core';
import type { Surface } from '../surface/index.ts';
import { emitDeclarations, readFormerSignatures, sharedSources, describeSurface } from '../surface/index.ts';
import type { SharedNames } from './shared-names.ts';
import { exportedNames, listImports, importedNames } from './shared-names.ts';

/** What a build exports (the shell) or imports (a remote): names of shared modules, and their signatures; what the shell reads. */
export type SharedInterface = Omit<ArtifactManifest['shared'], 'provides' | 'requires'>;

/** Shell and remotes have copies of the contract's modules, and have to agree on what is in these. */
const AGREED = '@portal/contract/';
const REMOTE_MODULE = '@portal/contract/remote-module';

/** Every source module of a build, also those that the bundler has joined. */
function sourceModules({ modules }: Compilation): readonly Module[] {
  return [...modules].flatMap((module) => (module instanceof ConcatenatedModule ? module.modules : [module]));
}

/** What of the contract a remote contains and has to agree on with its shell. All have to agree on the shape of a remote. */
function agreedNames(
  compilation: Compilation,
  runtime: string,
  sources: Readonly<Record<string, string>>,
): SharedNames {
  const agreed: SharedNames = { [REMOTE_MODULE]: ['RemoteModule'] };
  for (const [name, source] of Object.entries(sources)) {
    const module = sourceModules(compilation).find((other) => other.nameForCondition() === source);
    if (!module || !name.startsWith(AGREED) || name === REMOTE_MODULE) continue;
    const names = listImports(compilation, module, name, runtime);
    if (names.length > 0) agreed[name] = names;
  }
  return agreed;
}

function collectSignatures(
  names: SharedNames,
  surface: Surface,
  sources: Readonly<Record<string, string>>,
  servesFormer: (module: string) => boolean,
): SharedInterface['signatures'] {
  const modules = Object.entries(names).flatMap(([module, list]) => {
    const exported = surface.modules.get(module);
    if (!exported) return [];
    const former = servesFormer(module)
      ? readFormerSignatures(dirname(dirname(sources[module] ?? '')))[module]
      : undefined;
    const signatures = list.flatMap((name): [string, string[]][] => {
      const signature = exported.get(name)?.signature;
      if (signature === undefined) return [];
      // Only of the very signature in the report it is known which former ones it serves.
      const also = former?.[name]?.signature === signature ? former[name].also : [];
      return [[name, [signature, ...also]]];
    });
    return [[module, Object.fromEntries(signatures)] as const];
  });
  return Object.fromEntries(modules);
}

/** The fields that a shell of this checkout reads. Those of declarations in the page are checked with the declarations. */
export function fieldsRead(): SharedInterface['reads'] {
  const page = getFields(PageDataSchema).needed.filter((field) => !field.includes('.declaration.'));
  return { declaration: getFields(DeclarationSchema), page };
}

/** What the shell's build exports, or what the build of the remote `runtime` imports; `folder` is the part's. */
export async function describeInterface(
  compilation: Compilation,
  folder: string,
  role: 'shell' | 'remote',
  runtime: string,
): Promise<SharedInterface> {
  const sources = sharedSources(folder);
  const surface = describeSurface(sources, await emitDeclarations(sources));
  if (role === 'remote') {
    const imports = { ...agreedNames(compilation, runtime, sources), ...importedNames(compilation, runtime) };
    // Of what both sides have copies of, an accepted change serves in both directions.
    const signatures = collectSignatures(imports, surface, sources, (module) => module.startsWith(AGREED));
    return { exports: {}, imports, signatures, reads: { declaration: { known: [], needed: [] }, page: [] } };
  }
  const agreed = [...surface.modules].filter(([module]) => module.startsWith(AGREED));
  const contract = Object.fromEntries(agreed.map(([module, names]) => [module, [...names.keys()]]));
  const exports = { ...contract, ...exportedNames(compilation) };
  return {
    exports,
    imports: {},
    signatures: collectSignatures(exports, surface, sources, () => true),
    reads: fieldsRead(),
  };
}
