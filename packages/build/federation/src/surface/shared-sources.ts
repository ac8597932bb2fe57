import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SHARED_PACKAGES } from '@portal/contract/shared-singletons';

/** The portal's shared packages, and the modules of the contract that shell and remotes have to agree on. */
const MODULES = [...SHARED_PACKAGES, '@portal/contract/remote-module', '@portal/contract/page-elements'] as const;

/** The source of a module, as the first of these files finds it. */
function resolveFrom(files: readonly string[], module: string): string | undefined {
  const name = join('node_modules', ...module.split('/').slice(0, 2));
  for (const file of files)
    for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
      if (existsSync(join(folder, name))) return realpathSync(createRequire(file).resolve(module));
  return undefined;
}

/**
 * The real paths of the modules that join shell and remotes, by name, as far as the part in `folder`, or one of these,
 * uses them.
 */
export function sharedSources(folder: string): Record<string, string> {
  const sources: Record<string, string> = {};
  const users = [join(folder, 'package.json')];
  // The modules that others use come last, so each is found by those before it.
  for (const module of MODULES) {
    const source = resolveFrom(users, module);
    if (source === undefined) continue;
    sources[module] = source;
    users.push(source);
  }
  return sources;
}
