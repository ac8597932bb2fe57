import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The portal's own modules among the shared singletons, and those of the contract that shell and remotes have to agree on. */
const MODULES = [
  '@portal/session',
  '@portal/api',
  '@portal/i18n',
  '@portal/ui',
  '@portal/contract/remote-module',
  '@portal/contract/page-elements',
] as const;

/** The real paths of the modules that join shell and remotes, by name, as far as the part in `folder` depends on them. */
export function sharedSources(folder: string): Record<string, string> {
  const { resolve } = createRequire(join(folder, 'package.json'));
  const installed = MODULES.filter((module) =>
    existsSync(join(folder, 'node_modules', ...module.split('/').slice(0, 2))),
  );
  return Object.fromEntries(installed.map((module) => [module, realpathSync(resolve(module))]));
}
