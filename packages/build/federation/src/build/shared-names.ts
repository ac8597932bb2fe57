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

/** What the shell's build exports in its share scope. */
export function exportedNames(compilation: Compilation): SharedNames {
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
  const imported = name === 'default' ? member : name;
  if (imported !== undefined) return [imported];
  throw new Error(
    `Import from "${module}" by name. Of "${dependency.type}" nobody can tell whether a shell exports what it imports.`,
  );
}

/** The names that the code of a build imports from a module, without code that is left out of the build; sorted. */
export function listImports({ moduleGraph }: Compilation, module: Module, name: string, runtime: string): string[] {
  const imported = moduleGraph
    .getIncomingConnections(module)
    .filter((connection) => connection.getActiveState(runtime) !== false)
    .flatMap((connection) => importedName(connection, name));
  return [...new Set(imported)].sort();
}

/** What a remote's build imports from the share scope. */
export function importedNames(compilation: Compilation, runtime: string): SharedNames {
  return collect(compilation, 'consume', (module, name) => listImports(compilation, module, name, runtime));
}
