import type { Module } from '@rspack/core';
import { ConcatenatedModule } from '@rspack/core';

/** Modules that the bundler joined into one, or the module itself. */
export function unwrapModules(module: Module): readonly Module[] {
  return module instanceof ConcatenatedModule ? module.modules : [module];
}
