import { dirname } from 'node:path';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { DeclarationSchema } from '@portal/contract/declaration';
import { getFields } from '@portal/contract/fields';
import { PageDataSchema } from '@portal/contract/page';
import type { Compilation, Module, ModuleGraphConnection } from '@rspack/core';
import { ConcatenatedModule } from '@rspack/core';
import type { Surface } from '../surface/index.ts';
import { emitDeclarations, readFormerSignatures, sharedSources, describeSurface } from '../surface/index.ts';

/** For each shared module, names that it exports; sorted. */
type SharedNames = Record<string, string[]>;

/** "consume shared module (default) @portal/ui@^1.0.0 …" -> "@portal/ui" */
function sharedModule(kind: 'consume' | 'provide', module: Module): string | undefined {
  const [, name] = /^(?:consume|provide) shared module \([^)]*\) (@?[^@\s]+)@/.exec(module.identifier()) ?? [];
  return module.identifier().startsWith(kind) ? name : undefined;
}

/**
 * The names of each shared module in the build, as `findNames` finds them; modules without known names are left out.
 */
function collect(
  { modules }: Compilation,
  kind: 'consume' | 'provide',
  findNames: (module: Module, name: string) => readonly string[] | undefined,
): SharedNames {
  const found = [...modules].flatMap((module) => {
    const name = sharedModule(kind, module);
    const names = name === undefined ? undefined : findNames(module, name);
    return name === undefined || names === undefined ? [] : [[name, [...new Set(names)].sort()] as const];
  });
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What the shell's build exports in its share scope. */
function exportedNames(compilation: Compilation): SharedNames {
  const { moduleGraph } = compilation;
  return collect(compilation, 'provide', (module) => {
    const [provided] = moduleGraph.getOutgoingConnections(module);
    const names = provided?.module && moduleGraph.getProvidedExports(provided.module);
    return Array.isArray(names) ? names : undefined;
  });
}

/** The name that an import names. The default export of a CommonJS module, such as React, is the module itself. */
function importedName({ dependency }: ModuleGraphConnection, module: string): readonly string[] {
  // Runs the module, and imports nothing.
  if (dependency.type === 'esm import') return [];
  const [name, member] = dependency.ids ?? [];
  const taken = name === 'default' ? member : name;
  if (taken !== undefined) return [taken];
  throw new Error(
    `Import from "${module}" by name. Of "${dependency.type}" nobody can tell whether a shell exports what it takes.`,
  );
}

/** The names that the code of a build imports from a module, without code that is left out of the build; sorted. */
function listImports({ moduleGraph }: Compilation, module: Module, name: string, runtime: string): string[] {
  const taken = moduleGraph
    .getIncomingConnections(module)
    .filter((connection) => connection.getActiveState(runtime) !== false)
    .flatMap((connection) => importedName(connection, name));
  return [...new Set(taken)].sort();
}

/** What a remote's build imports from the share scope. */
function importedNames(compilation: Compilation, runtime: string): SharedNames {
  return collect(compilation, 'consume', (module, name) => listImports(compilation, module, name, runtime));
}

/**
 * What a build gives (the shell) or takes (a remote): names of shared modules, and their signatures; what the shell
 * reads.
 */
export type SharedInterface = Omit<ArtifactManifest['shared'], 'provides' | 'requires'>;

/** Shell and remotes have copies of the contract's modules, and have to agree on what is in these. */
const AGREED = '@portal/contract/';
const REMOTE_MODULE = '@portal/contract/remote-module';

/** Every source module of a build, also those that the bundler has joined. */
function sourceModules({ modules }: Compilation): readonly Module[] {
  return [...modules].flatMap((module) => (module instanceof ConcatenatedModule ? module.modules : [module]));
}

/**
 * What of the contract a remote contains and has to agree on with its shell. All have to agree on the shape of a
 * remote.
 */
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
    const given = surface.modules.get(module);
    if (!given) return [];
    const former = servesFormer(module)
      ? readFormerSignatures(dirname(dirname(sources[module] ?? '')))[module]
      : undefined;
    const signatures = list.flatMap((name): [string, string[]][] => {
      const signature = given.get(name)?.signature;
      if (signature === undefined) return [];
      // Only of the very signature in the report it is known which former ones it serves.
      const also = former?.[name]?.signature === signature ? former[name].also : [];
      return [[name, [signature, ...also]]];
    });
    return [[module, Object.fromEntries(signatures)] as const];
  });
  return Object.fromEntries(modules);
}

/**
 * The fields that a shell of this checkout reads. Those of declarations in the page are checked with the declarations.
 */
export function fieldsRead(): SharedInterface['reads'] {
  const page = getFields(PageDataSchema).needed.filter((field) => !field.includes('.declaration.'));
  return { declaration: getFields(DeclarationSchema), page };
}

/** What the shell's build gives, or what the build of the remote `runtime` takes; `folder` is the part's. */
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
