import * as v from 'valibot';
import { fileName, integrity } from './artifact.ts';
import { DeclarationSchema } from './declaration.ts';
import { LANGUAGES } from './language.ts';
import { viewAddress } from './view-address.ts';
import { HeaderSchema, remoteOfPage } from './page.ts';
import { PART_PATH, ROLE_PARTS_PATH } from './page-elements.ts';
import { parseInput } from './parse.ts';

/*
 * Not strict: an open page of an older shell may read what a newer web server answers.
 */

/**
 * What a page needs of a part that it does not carry: all of a remote that another page begins with, and the hashes of
 * the scripts that no first screen of the page's own parts needs.
 */
const PartDescriptorSchema = v.object({
  name: v.string(),
  declaration: DeclarationSchema,
  /** The remote as a page of its own has it; null for the shell. */
  remote: v.nullable(remoteOfPage),
  /** The hash of every script, also of the versions that may take over. */
  scripts: v.record(fileName, integrity),
  /** For each page, the scripts of its first screen besides the entry. */
  pages: v.record(v.string(), v.array(fileName)),
  /** For each language, the files of the texts. */
  locales: v.object(v.entriesFromList(LANGUAGES, v.array(fileName))),
});
export type PartDescriptor = v.InferOutput<typeof PartDescriptorSchema>;

/** What is said of a part that exists for some accounts, to whoever does not name one of their roles. */
export const RESTRICTED = 'restricted';

/** What the web server says of a part or a path; null where the path belongs to no part. */
export type PartAnswer = PartDescriptor | typeof RESTRICTED | null;

/** @throws {InvalidInputError} naming the bad field. */
export function parsePartAnswer(input: unknown): PartAnswer {
  return input === RESTRICTED ? RESTRICTED : parseInput(PART_PATH, v.nullable(PartDescriptorSchema), input);
}

/** The remotes that exist only for accounts with one of the roles that were named, and what they add to the header. */
const RolePartsSchema = v.object({ parts: v.array(PartDescriptorSchema), header: HeaderSchema });
export type RoleParts = v.InferOutput<typeof RolePartsSchema>;

/** @throws {InvalidInputError} naming the bad field. */
export function parseRoleParts(input: unknown): RoleParts {
  return parseInput(ROLE_PARTS_PATH, RolePartsSchema, input);
}

/**
 * The address of the descriptor of the part that has the name, or declares the path, in the view of a page, for an
 * account with these roles.
 */
export function partDescriptorAddress(
  view: string,
  asked: { readonly part: string } | { readonly path: string },
  roles: readonly string[] = [],
): string {
  return viewAddress(PART_PATH, { view, ...asked }, roles);
}

/** The address of what exists for accounts with these roles alone. */
export function rolePartsAddress(view: string, roles: readonly string[]): string {
  return viewAddress(ROLE_PARTS_PATH, { view }, roles);
}
