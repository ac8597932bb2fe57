import * as v from 'valibot';
import { fileName, integrity } from './artifact.ts';
import { DeclarationSchema } from './declaration.ts';
import { LANGUAGES } from './language.ts';
import { remoteOfPage } from './page.ts';
import { PART_PATH } from './page-elements.ts';
import { parseInput } from './parse.ts';

/*
 * Not strict: an open page of an older shell may read what a newer web server answers.
 */

/**
 * What a page needs of a part that it does not carry: all of a remote that another page begins with, and the hashes of the scripts that
 * no first screen of the page's own parts needs.
 */
const PartListingSchema = v.object({
  name: v.string(),
  declaration: DeclarationSchema,
  /** The remote as a page of its own has it; null for the shell. */
  remote: v.nullable(remoteOfPage),
  /** The hash of every script, also of the versions that may take over. */
  scripts: v.record(fileName, integrity),
  /** For each page, the scripts of its first screen besides the entry. */
  pages: v.record(v.string(), v.array(fileName)),
  /** For each language, the files of the texts. */
  locales: v.optional(v.object(v.entriesFromList(LANGUAGES, v.array(fileName)))),
  /** Whether it runs only in a page that begins with it: its scripts cannot be checked anywhere else. */
  alone: v.boolean(),
  /** Whether a page that begins with it has further versions that may take over, for the same reason. */
  moreAlone: v.boolean(),
});
export type PartListing = v.InferOutput<typeof PartListingSchema>;

/** Null where the path belongs to no part. @throws {InvalidInputError} naming the bad field. */
export function parsePartListing(input: unknown): PartListing | null {
  return parseInput(PART_PATH, v.nullable(PartListingSchema), input);
}

/** The address of the listing of the part that has the name, or declares the path, in the view of a page. */
export function partListingAddress(view: string, asked: { readonly part: string } | { readonly path: string }): string {
  return `${PART_PATH}?${new URLSearchParams({ view, ...asked }).toString()}`;
}
