import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { Compiler, Module } from '@rspack/core';

const PLUGIN = 'PortalModuleIdsPlugin';

/** Ids of five digits: rspack's own have fewer. */
const FIRST_ID = 10_000;
const IDS = 90_000;

/** The folder and those above it, without the file system's root: [path, relative path]. */
function ancestors(folder: string): readonly (readonly [string, string])[] {
  const above = dirname(folder);
  if (above === folder) return [];
  return [[folder, '.'], ...ancestors(above).map(([path, up]) => [path, up === '.' ? '..' : `../${up}`] as const)];
}

/** Writes the absolute paths in a module's name, plain or encoded, relative to `folder`. */
export function pathFree(name: string, folder: string): string {
  return ancestors(folder).reduce(
    (text, [path, relative]) =>
      text
        .replaceAll(`${path}/`, `${relative}/`)
        .replaceAll(encodeURIComponent(`${path}/`), encodeURIComponent(`${relative}/`)),
    name,
  );
}

/** A module's whole name; this hook has it as a text, and not, as its type says, as a function. */
function getName(module: Module): string {
  const identifier: unknown = module.identifier;
  return typeof identifier === 'string' ? identifier : module.identifier();
}

/**
 * The names of modules whose paths rspack does not make relative: those of the share scope, and the container's
 * generated start.
 */
const WITH_PATHS = /^(?:consume shared module|provide shared module|data:)/;

/** At the end of a generated module's name: a hash of the options of its rule, which contain paths. */
const RULE_HASH = /\|[0-9a-f]{16}$/;

/** An id made of the name alone, and so the same in every build. */
function getId(name: string, used: ReadonlySet<number>): number {
  let id = FIRST_ID + (createHash('sha256').update(name).digest().readUInt32BE() % IDS);
  while (used.has(id)) id += 1;
  return id;
}

/**
 * Gives the modules of the share scope ids that do not depend on the folder of the build. Rspack's deterministic ids
 * hash the whole names of those modules, which contain absolute paths (webpack issue 20852), so the same sources would
 * give other bytes in another folder.
 */
export class ModuleIdsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(PLUGIN, (compilation) => {
      compilation.hooks.beforeModuleIds.tap(PLUGIN, (modules) => {
        const named = [...modules]
          .filter((module) => WITH_PATHS.test(getName(module)))
          .map((module) => ({ module, name: pathFree(getName(module).replace(RULE_HASH, ''), compiler.context) }));
        const used = new Set<number>();
        for (const { module, name } of named.sort((a, b) => (a.name < b.name ? -1 : 1))) {
          const id = getId(name, used);
          used.add(id);
          // The hook takes it from here; the type of modules does not name it.
          Object.assign(module, { id });
        }
      });
    });
  }
}
