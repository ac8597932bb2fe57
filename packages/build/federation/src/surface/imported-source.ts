import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const OWN_SCOPE = '@portal/';

/** The path of a source, or of what was made of it, without its ending, which imports name in different ways. */
export function withoutEnding(file: string): string {
  return file.replace(/(\.d)?\.tsx?$|\.js$/, '');
}

/**
 * The source without ending that an import in `file` (without ending, too) names; undefined if it is in a package of
 * others.
 */
export function importedSource(specifier: string, file: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(file), withoutEnding(specifier));
  if (!specifier.startsWith(OWN_SCOPE)) return undefined;
  return withoutEnding(createRequire(`${file}.ts`).resolve(specifier));
}
