import * as v from 'valibot';
import { apiPath, DeclarationSchema } from './declaration.ts';
import { LANGUAGES } from './language.ts';
import { parseInput } from './parse.ts';
import { CARET_RANGE, VERSION } from './version.ts';

/** The kinds of files that an artifact may have, by extension. The web server knows the media type of each. */
const FILE_EXTENSIONS = ['js', 'css', 'json', 'svg', 'png', 'woff2', 'pdf', 'html'] as const;
export type FileExtension = (typeof FILE_EXTENSIONS)[number];

/** File names carry a hash of their content, so a name always means the same bytes. No folders. */
export const fileName = v.pipe(
  v.string(),
  v.regex(
    new RegExp(String.raw`^[a-zA-Z0-9_-]+(\.[a-zA-Z0-9_-]+)*\.[0-9a-f]{16}\.(${FILE_EXTENSIONS.join('|')})$`),
    'must be like "entry.0123456789abcdef.js"',
  ),
);
export const integrity = v.pipe(v.string(), v.regex(/^sha256-[A-Za-z0-9+/]{43}=$/, 'must be like "sha256-…="'));
export const version = v.pipe(v.string(), v.regex(VERSION, 'must be a version such as "1.2.3"'));

const moduleName = v.pipe(v.string(), v.regex(/^(@[a-z0-9-]+\/)?[a-z0-9-]+(\/[a-z0-9-]+)*$/, 'must be like "react"'));
/** Names of a module's exports. */
const names = v.array(
  v.pipe(v.string(), v.regex(/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u, 'must be a name of JavaScript')),
);
/** A declaration with all that it refers to, as a hash. */
const signature = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/, 'must be a hash of 16 digits'));
const caretRange = v.pipe(v.string(), v.regex(CARET_RANGE, 'must be a caret range such as "^19.0.0"'));

/**
 * The source maps of a build's scripts (`SCRIPT.map`), in one archive beside its manifest. They are kept in the store,
 * and never served.
 */
export const SOURCE_MAPS_FILE = 'source-maps.zip';

const fileRecord = v.strictObject({ integrity, size: v.pipe(v.number(), v.integer(), v.minValue(1)) });

export const ArtifactManifestSchema = v.pipe(
  v.strictObject({
    schema: v.literal(1),
    name: v.string(),
    version,
    /** Every file of the artifact, with its hash (Subresource Integrity) and its size in bytes. */
    files: v.record(fileName, fileRecord),
    /**
     * The archive of the source maps, which is no file of the artifact; absent in versions that were built without
     * them.
     */
    sourceMaps: v.optional(fileRecord),
    entry: fileName,
    /** Style sheets that must apply before the artifact is shown. */
    styles: v.array(fileName),
    /** For each declared page, the scripts that its first screen needs besides the entry. */
    pages: v.record(v.string(), v.array(fileName)),
    /** For each language, the files of its texts. */
    locales: v.strictObject(v.entriesFromList(LANGUAGES, v.array(fileName))),
    /** The shell's prerendered frame (see frame.ts); absent in a remote. */
    frame: v.optional(fileName),
    /** What shell and remotes have to agree on; the lists of the other kind of part are empty. */
    shared: v.strictObject({
      /**
       * Shared modules, which exist once in a page: the versions that the shell provides, the ranges that a remote
       * requires.
       */
      provides: v.record(moduleName, version),
      requires: v.record(moduleName, caretRange),
      /** For each shared module, what the shell exports and what a remote imports. */
      exports: v.record(moduleName, names),
      imports: v.record(moduleName, names),
      /** For each of these names of the portal's own modules, the signatures that it has or serves, as hashes. */
      signatures: v.record(moduleName, v.record(v.string(), v.array(signature))),
      /** The fields that the shell reads (see fields.ts): of declarations all, of the page those that it needs. */
      reads: v.strictObject({
        declaration: v.strictObject({ known: v.array(v.string()), needed: v.array(v.string()) }),
        page: v.array(v.string()),
      }),
    }),
    /** The declared reads that the build found marked as safe to start early. */
    safeReads: v.array(apiPath),
    declaration: DeclarationSchema,
  }),
  v.check(({ name, declaration }) => name === declaration.name, '"name" and "declaration.name" must be the same'),
  v.check(
    ({ files, entry, styles, pages, locales, frame }) =>
      [
        entry,
        ...styles,
        ...Object.values(pages).flat(),
        ...Object.values(locales).flat(),
        ...(frame ? [frame] : []),
      ].every((file) => Object.hasOwn(files, file)),
    'every file that is named must be listed in "files"',
  ),
  v.check(
    ({ pages, declaration }) => declaration.routes.every(({ page }) => Object.hasOwn(pages, page)),
    'every page of the declaration must be listed in "pages"',
  ),
);
/**
 * One version of the shell or of a remote: its files and its declaration. The same sources give the same manifest (see
 * provenance.ts).
 */
export type ArtifactManifest = v.InferOutput<typeof ArtifactManifestSchema>;

/** @throws {InvalidInputError} naming the bad field. */
export function parseArtifactManifest(what: string, input: unknown): ArtifactManifest {
  return parseInput(what, ArtifactManifestSchema, input);
}
