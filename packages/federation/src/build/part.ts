import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version as versionSchema } from '@portal/contract/artifact';
import type { Declaration } from '@portal/contract/declaration';
import { parseDeclaration } from '@portal/contract/declaration';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';

const PackageSchema = v.object({
  name: v.string(),
  version: versionSchema,
  /** What a part adds to the common build: loaders of its own, by the end of the names of the files that they read. */
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
  /** Loaders of the part's own: end of a file's name -> absolute path. */
  readonly loaders: Readonly<Record<string, string>>;
}

/**
 * Reads the part in `folder`. A local build is told apart from a published version by `suffix` ("local.1a2b3c4d").
 * @throws {InvalidInputError} naming the file and the bad field.
 */
export function readPart(
  folder: string,
  declarationFile: string,
  suffix: string | undefined = process.env['PORTAL_VERSION_SUFFIX'],
): Part {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { name, version, portal } = parseInput(join(folder, 'package.json'), PackageSchema, read('package.json'));
  const declaration = parseDeclaration(join(folder, declarationFile), read(declarationFile));
  if (declaration.name !== name) {
    throw new Error(
      `${join(folder, declarationFile)}: "name" is "${declaration.name}", but the package is called "${name}"`,
    );
  }
  const full = suffix === undefined || suffix === '' ? version : `${version}-${suffix}`;
  const loaders = Object.fromEntries(Object.entries(portal.loaders).map(([end, file]) => [end, join(folder, file)]));
  return { folder, declaration, version: parseInput('PORTAL_VERSION_SUFFIX', versionSchema, full), loaders };
}
