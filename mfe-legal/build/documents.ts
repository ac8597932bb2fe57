import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import * as v from 'valibot';
import { LineCounter, parseDocument } from 'yaml';
import type { Block, DocumentFacts } from '../src/library/content.ts';
import { DocumentError } from './document-error.ts';
import { readFrontMatter } from './front-matter.ts';
import type { FrontMatter } from './front-matter.ts';
import { readBlocks } from './read-blocks.ts';
import type { ResolveLink } from './read-blocks.ts';

/** Languages of documents. Those with a hyphen are regional forms. */
const LANGUAGES = ['en', 'de', 'fr', 'nl', 'en-us', 'en-ca', 'fr-ca'];

const LibrarySchema = v.strictObject({
  languages: v.pipe(v.array(v.picklist(LANGUAGES)), v.minLength(1)),
  documents: v.record(
    v.pipe(v.string(), v.regex(/^[a-z]+(-[a-z]+)*$/, 'must be like "privacy-policy"')),
    v.strictObject({
      path: v.pipe(v.string(), v.startsWith('/')),
      earlier: v.exactOptional(v.pipe(v.string(), v.startsWith('/'))),
    }),
  ),
});
type Library = v.InferOutput<typeof LibrarySchema>;

/** File that lists the documents. */
const LIBRARY_FILE = 'library.yaml';

/** A file with one language of one version of a document. */
export interface TextFile {
  /** Path in the folder of the documents: "terms/v2/en.md". */
  readonly file: string;
  readonly document: string;
  readonly version: string;
  readonly language: string;
}

export interface SourceDocument extends TextFile {
  readonly facts: DocumentFacts;
  readonly blocks: readonly Block[];
}

function readLibrary(folder: string): Library {
  const lines = new LineCounter();
  const parsed = parseDocument(readFileSync(join(folder, LIBRARY_FILE), 'utf8'), {
    lineCounter: lines,
    prettyErrors: false,
  });
  const [error] = parsed.errors;
  if (error) throw new DocumentError(LIBRARY_FILE, lines.linePos(error.pos[0]).line, error.message);
  const result = v.safeParse(LibrarySchema, parsed.toJS());
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new DocumentError(LIBRARY_FILE, 1, `"${v.getDotPath(issue) ?? ''}": ${issue.message}`);
}

function parseFileName(file: string): TextFile {
  const [, document = '', version = '', language = ''] = /^([^/]+)\/([^/]+)\/([^/]+)\.md$/.exec(file) ?? [];
  if (!/^v[1-9]\d*$/.test(version))
    throw new DocumentError(file, 1, 'a document is called DOCUMENT/vNUMBER/LANGUAGE.md, such as terms/v2/en.md');
  if (!LANGUAGES.includes(language))
    throw new DocumentError(
      file,
      1,
      `"${language}" is not a language of the portal's documents: ${LANGUAGES.join(', ')}`,
    );
  return { file, document, version, language };
}

/** French puts a space before "?", "!", ":", ";" and inside "« »"; no line may break there. */
function bindFrenchMarks(text: string): string {
  return text.replace(/ (?=[?!:;»])/g, '\u00a0').replace(/« /g, '«\u00a0');
}

function versionNumber(version: string): number {
  return Number(version.slice(1));
}

/** The documents in a folder. Checks what concerns several of them: completeness, dates, links. */
export class Documents {
  readonly folder: string;
  readonly #library: Library;
  readonly #files: readonly TextFile[];

  /** @throws {DocumentError} for a file with an invalid name, and for a version that lacks a required language. */
  constructor(folder: string) {
    this.folder = folder;
    this.#library = readLibrary(folder);
    this.#files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => file.split(sep).join('/'))
      .filter((file) => file.endsWith('.md'))
      .toSorted()
      .map(parseFileName);
    this.#checkComplete();
  }

  get files(): readonly TextFile[] {
    return this.#files;
  }

  get names(): readonly string[] {
    return Object.keys(this.#library.documents);
  }

  /** Versions of a document, the newest first. */
  versions(document: string): readonly string[] {
    const versions = new Set(
      this.#files.filter((textFile) => textFile.document === document).map(({ version }) => version),
    );
    return [...versions].toSorted((a, b) => versionNumber(b) - versionNumber(a));
  }

  texts(document: string, version: string): readonly TextFile[] {
    return this.#files.filter((textFile) => textFile.document === document && textFile.version === version);
  }

  /** The portal's address of a version; undefined for an earlier version without an address. */
  address(document: string, version: string): string | undefined {
    const listed = this.#library.documents[document];
    return this.versions(document)[0] === version ? listed?.path : listed?.earlier?.replace('{version}', version);
  }

  /** @param path of the file on disk */
  textFileAt(path: string): TextFile {
    return parseFileName(relative(this.folder, path).split(sep).join('/'));
  }

  /** Reads the front matter of a document. @throws {DocumentError} naming file and line of the mistake. */
  readFacts(textFile: TextFile, source = readFileSync(join(this.folder, textFile.file), 'utf8')): FrontMatter {
    const front = readFrontMatter(textFile.file, source);
    this.#checkAgreement(textFile, front);
    return front;
  }

  /** Reads a document. @throws {DocumentError} naming file and line of the mistake. */
  read(textFile: TextFile, source?: string): SourceDocument {
    const { facts, body } = this.readFacts(textFile, source);
    const words = textFile.language.startsWith('fr') ? bindFrenchMarks(body) : body;
    return { ...textFile, facts, blocks: readBlocks(textFile.file, words, this.#resolver(textFile)) };
  }

  #checkComplete(): void {
    for (const { file, document } of this.#files) {
      if (!this.names.includes(document))
        throw new DocumentError(file, 1, `"${document}" is not listed in ${LIBRARY_FILE}`);
    }
    for (const document of this.names) {
      const versions = this.versions(document);
      if (versions.length === 0)
        throw new DocumentError(LIBRARY_FILE, 1, `"${document}" has no text: ${document}/v1/en.md is missing`);
      for (const version of versions) this.#checkLanguages(document, version);
    }
  }

  #checkLanguages(document: string, version: string): void {
    const there = new Set(this.texts(document, version).map(({ language }) => language));
    const missing = this.#library.languages.find((language) => !there.has(language));
    if (missing !== undefined)
      throw new DocumentError(`${document}/${version}/${missing}.md`, 1, 'this language of the version is missing');
  }

  /**
   * The version number equals the folder's, and the dates are the same in every language. Regional texts may have other
   * dates.
   */
  #checkAgreement(textFile: TextFile, front: FrontMatter): void {
    const { file, document, version, language } = textFile;
    const { facts, getLine } = front;
    const number = version.slice(1);
    if (facts.version !== number)
      throw new DocumentError(file, getLine('version'), `"version" must be ${number}, as the folder "${version}" says`);
    this.#checkEnd(textFile, front);
    const [first = ''] = this.#library.languages;
    if (language === first || language.includes('-')) return;
    const other = `${document}/${version}/${first}.md`;
    const expected = this.#getFacts(other);
    for (const field of ['validFrom', 'validTo'] as const) {
      if (facts[field] !== expected[field])
        throw new DocumentError(
          file,
          getLine(field),
          `"${field}" must be ${expected[field] ?? 'left out'}, as in ${other}`,
        );
    }
  }

  #getFacts(file: string): DocumentFacts {
    return readFrontMatter(file, readFileSync(join(this.folder, file), 'utf8')).facts;
  }

  /** Two versions are never in force on the same day. */
  #checkEnd({ file, document, version, language }: TextFile, { facts, getLine }: FrontMatter): void {
    const versions = this.versions(document);
    const next = versions[versions.indexOf(version) - 1];
    const texts = next === undefined ? [] : this.texts(document, next);
    const after = texts.find((text) => text.language === language) ?? texts[0];
    if (!after) return;
    const { validFrom } = this.#getFacts(after.file);
    const because = `before ${validFrom}, when ${after.file} begins`;
    if (facts.validTo === undefined)
      throw new DocumentError(file, 1, `"validTo" is missing in the front matter: this version ends ${because}`);
    // Some dates are months only ("2018-05"). Days are compared as texts, so day 31 serves as the end of every month.
    if (facts.validTo.padEnd(10, '-31') >= validFrom)
      throw new DocumentError(file, getLine('validTo'), `"validTo" must be ${because}`);
  }

  #resolver(from: TextFile): ResolveLink {
    return (written, line, headings) => {
      if (/^(https:\/\/|mailto:)[^\s]+$/.test(written)) return written;
      if (written.startsWith('#')) {
        if (headings.has(written.slice(1))) return written;
        throw new DocumentError(from.file, line, `dead link: there is no heading "${written}" in this document`);
      }
      return this.#toPath(from, written, line);
    };
  }

  /** The portal's path for a link to another document's file: "../../privacy-policy/v6/en.md". */
  #toPath(from: TextFile, written: string, line: number): string {
    const file = posix.join(dirname(from.file), written);
    const target = this.#files.find((textFile) => textFile.file === file);
    if (!target) throw new DocumentError(from.file, line, `dead link: "${written}" is not a document`);
    const address = this.address(target.document, target.version);
    if (address === undefined)
      throw new DocumentError(from.file, line, `"${written}" is not the current version, and has no address`);
    return address;
  }
}
