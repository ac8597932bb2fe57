import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What shell and remotes share as one instance each. A remote carries no copy of any of these (`import: false`): it takes the
 * shell's, or fails as incompatible.
 */
export const SHARED_SINGLETONS = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  '@portal/session',
  '@portal/api',
  '@portal/i18n',
  '@portal/ui',
] as const;

export interface SharedModule {
  readonly singleton: boolean;
  readonly strictVersion: true;
  readonly requiredVersion: string;
  readonly version?: string;
  readonly eager?: true;
  readonly import?: false;
}

function packageOf(module: string): string {
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/');
}

function installedVersion(module: string, folder: string): string | undefined {
  const file = join(folder, 'node_modules', packageOf(module), 'package.json');
  if (!existsSync(file)) return undefined;
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (
    typeof manifest === 'object' &&
    manifest !== null &&
    'version' in manifest &&
    typeof manifest.version === 'string'
  ) {
    return manifest.version;
  }
  throw new Error(`${file} has no version`);
}

/**
 * The share scope of the part in `folder`: the shell provides, a remote only consumes, within the major version that it was
 * built with. A module that the part does not depend on is left out.
 */
export function sharedModules(
  role: 'shell' | 'remote',
  folder: string,
  modules: readonly string[] = SHARED_SINGLETONS,
): Record<string, SharedModule> {
  const shared: Record<string, SharedModule> = {};
  for (const module of modules) {
    const version = installedVersion(module, folder);
    if (version === undefined) continue;
    const requiredVersion = `^${version.split('.')[0] ?? '0'}.0.0`;
    const common = { singleton: true, strictVersion: true, requiredVersion } as const;
    shared[module] = role === 'shell' ? { ...common, version, eager: true } : { ...common, import: false };
  }
  return shared;
}
