import type { Compilation, Module, ModuleGraphConnection } from '@rspack/core';

/** For each shared module, names that it exports; sorted. */
export type SharedNames = Record<string, string[]>;

/** "consume shared module (default) @portal/ui@^1.0.0 …" -> "@portal/ui" */
function sharedModule(kind: 'consume' | 'provide', module: Module): string | undefined {
  const [, name] = /^(?:consume|provide) shared module \([^)]*\) (@?[^@\s]+)@/.exec(module.identifier()) ?? [];
  return module.identifier().startsWith(kind) ? name : undefined;
}

/** The names of each shared module in the build, as `findNames` finds them; modules without known names are left out. */
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

/** What the shell's build gives in its share scope. */
export function givenNames(compilation: Compilation): SharedNames {
  const { moduleGraph } = compilation;
  return collect(compilation, 'provide', (module) => {
    const [provided] = moduleGraph.getOutgoingConnections(module);
    const names = provided?.module && moduleGraph.getProvidedExports(provided.module);
    return Array.isArray(names) ? names : undefined;
  });
}

/** The name that an import takes. The default export of a CommonJS module, such as React, is the module itself. */
function takenName({ dependency }: ModuleGraphConnection, module: string): readonly string[] {
  // Runs the module, and takes nothing.
  if (dependency.type === 'esm import') return [];
  const [name, member] = dependency.ids ?? [];
  const taken = name === 'default' ? member : name;
  if (taken !== undefined) return [taken];
  throw new Error(
    `Import from "${module}" by name. Of "${dependency.type}" nobody can tell whether a shell gives what it takes.`,
  );
}

/** The names that the code of a build takes from a module, without code that is left out of the build; sorted. */
export function namesTaken({ moduleGraph }: Compilation, module: Module, name: string, runtime: string): string[] {
  const taken = moduleGraph
    .getIncomingConnections(module)
    .filter((connection) => connection.getActiveState(runtime) !== false)
    .flatMap((connection) => takenName(connection, name));
  return [...new Set(taken)].sort();
}

/** What a remote's build takes from the share scope. */
export function takenNames(compilation: Compilation, runtime: string): SharedNames {
  return collect(compilation, 'consume', (module, name) => namesTaken(compilation, module, name, runtime));
}
