import * as v from 'valibot';
import { parseInput } from './parse.ts';

/** Licences of packages that may reach customers: they ask for a notice at most. Another one needs a decision first. */
const ALLOWED = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0']);

export const isAllowedLicence = (licence: string): boolean => ALLOWED.has(licence);

/** The file of an artifact with the licences of the packages in it, and its name before the hash. */
export const LICENCES_FILE = 'licences';

/** The file with the licences in an artifact; undefined if there is none. */
export function findLicencesFile(files: readonly string[]): string | undefined {
  return files.find((file) => file.startsWith(`${LICENCES_FILE}.`));
}

const LicencesSchema = v.array(
  v.object({
    name: v.string(),
    version: v.string(),
    /** SPDX identifier. */
    licence: v.string(),
    /** The licence and the notices that the package demands in copies. */
    text: v.string(),
  }),
);
export type PackageLicence = v.InferOutput<typeof LicencesSchema>[number];

/** @throws {InvalidInputError} naming the bad field. */
export function parseLicences(what: string, input: unknown): readonly PackageLicence[] {
  return parseInput(what, LicencesSchema, input);
}
