import { relative } from 'node:path';
import type { Chunk, Compilation, Compiler, Module, ModuleGraphConnection } from '@rspack/core';
import { NormalModule } from '@rspack/core';
import { unwrapModules } from './unwrap-modules.ts';

const PLUGIN = 'PortalVendorPlugin';

/** The chunk with the packages that the shell needs at its start. */
export const VENDOR_CHUNK = 'vendor';
/** The modules of packages, by their paths. */
export const VENDOR_MODULES = /[\\/]node_modules[\\/](?!@portal)/;

/** A name that a module of the portal takes from a package. */
interface Taken {
  readonly by: string;
  readonly name: string;
}

function takenBy({ originModule, dependency }: ModuleGraphConnection): readonly Taken[] {
  if (!(originModule instanceof NormalModule) || VENDOR_MODULES.test(originModule.resource)) return [];
  // Runs the module, and takes nothing.
  if (dependency.type === 'esm import') return [];
  return [{ by: originModule.resource, name: dependency.ids?.[0] ?? '*' }];
}

/** Whether the share scope gives the module, and therefore all of it. */
function isShared({ originModule }: ModuleGraphConnection): boolean {
  return originModule?.identifier().startsWith('provide shared module') === true;
}

/** Modules of packages in the vendor file. */
function vendorModules({ chunkGraph }: Compilation, chunks: Iterable<Chunk>): readonly NormalModule[] {
  const inVendor = [...chunks].filter(({ name }) => name === VENDOR_CHUNK);
  const modules: readonly Module[] = inVendor.flatMap((chunk) => [...chunkGraph.getChunkModules(chunk)]);
  return modules.flatMap(unwrapModules).filter((module) => module instanceof NormalModule);
}

/**
 * Fails a build that takes more from the packages of the vendor file than the module `list` names. As this module
 * always takes the same, the file does not change when the portal starts to use less.
 */
export class VendorPlugin {
  readonly #list: string;

  constructor(list: string) {
    this.#list = list;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      compilation.hooks.optimizeChunkModules.tapPromise(PLUGIN, async (chunks) => {
        for (const module of vendorModules(compilation, chunks))
          for (const message of this.#unlisted(compilation, module)) compilation.errors.push(new Error(message));
      });
    });
  }

  /** What other modules take from this one, and the list does not. */
  #unlisted({ moduleGraph, compiler }: Compilation, module: NormalModule): readonly string[] {
    const short = (file: string) => relative(compiler.context, file);
    const connections = moduleGraph
      .getIncomingConnections(module)
      .filter((connection) => connection.getActiveState(undefined) !== false);
    if (connections.some(isShared)) return [];
    const taken = connections.flatMap(takenBy);
    const listed = new Set(taken.filter(({ by }) => by === this.#list).map(({ name }) => name));
    return taken
      .filter(({ name }) => !listed.has(name))
      .map(
        ({ by, name }) =>
          `${short(by)} takes "${name}" from ${short(module.resource)}. Add it to ${short(this.#list)}, which decides what the ` +
          'vendor file contains: returning visitors load that file again.',
      );
  }
}
