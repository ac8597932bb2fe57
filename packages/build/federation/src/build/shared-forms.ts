import { dirname } from 'node:path';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { DeclarationSchema } from '@portal/contract/declaration';
import { getFields } from '@portal/contract/fields';
import { PageDataSchema } from '@portal/contract/page';
import type { Compilation, Module } from '@rspack/core';
import { ConcatenatedModule } from '@rspack/core';
import type { Surface } from '../surface/index.ts';
import { emitDeclarations, formerFormsIn, sharedSources, describeSurface } from '../surface/index.ts';
import type { SharedNames } from './shared-names.ts';
import { givenNames, namesTaken, takenNames } from './shared-names.ts';

/** What a build gives (the shell) or takes (a remote): names of shared modules, and their forms; what the shell reads. */
export type NamesOfBuild = Omit<ArtifactManifest['shared'], 'provides' | 'requires'>;

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
    const names = namesTaken(compilation, module, name, runtime);
    if (names.length > 0) agreed[name] = names;
  }
  return agreed;
}

function collectSignatures(
  names: SharedNames,
  surface: Surface,
  sources: Readonly<Record<string, string>>,
  servesFormer: (module: string) => boolean,
): NamesOfBuild['forms'] {
  const modules = Object.entries(names).flatMap(([module, list]) => {
    const given = surface.modules.get(module);
    if (!given) return [];
    const former = servesFormer(module) ? formerFormsIn(dirname(dirname(sources[module] ?? '')))[module] : undefined;
    const forms = list.flatMap((name): [string, string[]][] => {
      const form = given.get(name)?.form;
      if (form === undefined) return [];
      // Only of the very form in the report it is known which former ones it serves.
      const also = former?.[name]?.form === form ? former[name].also : [];
      return [[name, [form, ...also]]];
    });
    return [[module, Object.fromEntries(forms)] as const];
  });
  return Object.fromEntries(modules);
}

/** The fields that a shell of this checkout reads. Those of declarations in the page are checked with the declarations. */
export function fieldsRead(): NamesOfBuild['reads'] {
  const page = getFields(PageDataSchema).needed.filter((field) => !field.includes('.declaration.'));
  return { declaration: getFields(DeclarationSchema), page };
}

/** What the shell's build gives, or what the build of the remote `runtime` takes; `folder` is the part's. */
export async function namesOfBuild(
  compilation: Compilation,
  folder: string,
  role: 'shell' | 'remote',
  runtime: string,
): Promise<NamesOfBuild> {
  const sources = sharedSources(folder);
  const surface = describeSurface(sources, await emitDeclarations(sources));
  if (role === 'remote') {
    const takes = { ...agreedNames(compilation, runtime, sources), ...takenNames(compilation, runtime) };
    // Of what both sides have copies of, an accepted change serves in both directions.
    const forms = collectSignatures(takes, surface, sources, (module) => module.startsWith(AGREED));
    return { gives: {}, takes, forms, reads: { declaration: { known: [], needed: [] }, page: [] } };
  }
  const agreed = [...surface.modules].filter(([module]) => module.startsWith(AGREED));
  const contract = Object.fromEntries(agreed.map(([module, names]) => [module, [...names.keys()]]));
  const gives = { ...contract, ...givenNames(compilation) };
  return { gives, takes: {}, forms: collectSignatures(gives, surface, sources, () => true), reads: fieldsRead() };
}
