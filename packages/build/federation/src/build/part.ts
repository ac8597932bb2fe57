import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { version as versionSchema } from '@portal/contract/artifact';
import type { Declaration } from '@portal/contract/declaration';
import { checkDeclarationLimits } from '@portal/contract/declaration-limits';
import { parseDeclaration } from '@portal/contract/declaration';
import { parseInput } from '@portal/contract/parse';
import { parseJson } from '@portal/contract/parse-json';
import * as v from 'valibot';
import { proveReads } from './safe-reads.ts';

const PackageSchema = v.object({
  name: v.string(),
  version: versionSchema,
  /** The part's own loaders, by the ending of the file names. */
  portal: v.optional(
    v.strictObject({ loaders: v.optional(v.record(v.string(), v.pipe(v.string(), v.startsWith('./'))), {}) }),
    {},
  ),
});

/** A part of the portal on disk: its folder, its declaration, and the version that is being built. */
export interface Part {
  readonly folder: string;
  readonly declaration: Declaration;
  readonly version: string;
  /** The reads of the declaration, each marked as safe to start early. */
  readonly safeReads: readonly string[];
  /** The part's own loaders: ending of the file names -> absolute path. */
  readonly loaders: Readonly<Record<string, string>>;
}

/**
 * Reads the part in `folder`. `suffix` ("local.1a2b3c4d") distinguishes a local build from a published version.
 * @throws {InvalidInputError} naming the file and the bad field.
 */
export function readPart(
  folder: string,
  declarationFile: string,
  suffix: string | undefined = process.env['PORTAL_VERSION_SUFFIX'],
): Part {
  const read = (file: string): unknown => parseJson(join(folder, file), readFileSync(join(folder, file), 'utf8'));
  const { name, version, portal } = parseInput(join(folder, 'package.json'), PackageSchema, read('package.json'));
  const declaration = parseDeclaration(join(folder, declarationFile), read(declarationFile));
  checkDeclarationLimits(join(folder, declarationFile), declaration);
  if (declaration.name !== name) {
    throw new Error(
      `${join(folder, declarationFile)}: "name" is "${declaration.name}", but the package is called "${name}"`,
    );
  }
  const safeReads = proveReads(join(folder, declarationFile), folder, declaration);
  const full = suffix === undefined || suffix === '' ? version : `${version}-${suffix}`;
  const loaders = Object.fromEntries(Object.entries(portal.loaders).map(([end, file]) => [end, join(folder, file)]));
  return { folder, declaration, version: parseInput('PORTAL_VERSION_SUFFIX', versionSchema, full), safeReads, loaders };
}

export interface SharedModule {
  readonly singleton: boolean;
  readonly strictVersion: true;
  readonly requiredVersion: string;
  readonly version?: string;
  readonly eager?: true;
  readonly import?: false;
}

function getPackage(module: string): string {
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The version of a package that the one in `folder` depends on; undefined if it does not. */
export function installedVersion(module: string, folder: string): string | undefined {
  const file = join(folder, 'node_modules', getPackage(module), 'package.json');
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
 * The version of the portal's own modules in the share scope, whatever their libraries have: these fit by names and
 * signatures (ADR 15), so that a major version of a library refuses only remotes that use what it lacks.
 */
const OWN_VERSION = '1.0.0';

/**
 * The settings of the share scope for the part in `folder`: the shell provides the modules, a remote requires the major
 * version of others' packages that it was built with. Modules that the part does not depend on are left out.
 */
export function sharedModules(
  role: 'shell' | 'remote',
  folder: string,
  modules: readonly string[],
): Record<string, SharedModule> {
  const shared: Record<string, SharedModule> = {};
  for (const module of modules) {
    const installed = installedVersion(module, folder);
    if (installed === undefined) continue;
    const version = module.startsWith('@portal/') ? OWN_VERSION : installed;
    const requiredVersion = `^${version.split('.')[0] ?? '0'}.0.0`;
    const common = { singleton: true, strictVersion: true, requiredVersion } as const;
    shared[module] = role === 'shell' ? { ...common, version, eager: true } : { ...common, import: false };
  }
  return shared;
}
