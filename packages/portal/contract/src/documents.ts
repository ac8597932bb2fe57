import type { Language } from './language.ts';
import { FALLBACK_LANGUAGE, parseLanguage } from './language.ts';

/** Languages in which every legal document exists (ADR 14); others fall back to English. */
const DOCUMENT_LANGUAGES: ReadonlySet<Language> = new Set<Language>(['en', 'fr', 'nl']);

/** The language in which a reader of `language` sees a document. */
export function documentLanguage(language: Language): Language {
  return DOCUMENT_LANGUAGES.has(language) ? language : FALLBACK_LANGUAGE;
}

/** Regional forms and their substitutes: English Canada has the policy of the United States. */
const REGIONAL: ReadonlyMap<string, readonly string[]> = new Map([
  ['en-us', ['en-us', 'en-ca']],
  ['en-ca', ['en-ca', 'en-us']],
  ['fr-ca', ['fr-ca']],
]);

interface TextLanguage {
  /** "fr-ca". */
  readonly language: string;
  /** Whether the document does not exist in the wanted language. */
  readonly fellBack: boolean;
}

/**
 * Which of a document's texts is shown: `?locale=` first, by region and then by language, the interface's language, English (ADR 14).
 * Undefined if there is not even an English one.
 */
export function chooseTextLanguage(
  languages: readonly string[],
  locale: string | null,
  interfaceLanguage: Language,
): TextLanguage | undefined {
  const regional = REGIONAL.get(locale?.toLowerCase().replace('_', '-') ?? '') ?? [];
  const wanted = [...regional, parseLanguage(locale) ?? interfaceLanguage];
  const language = wanted.find((each) => languages.includes(each));
  if (language !== undefined) return { language, fellBack: false };
  return languages.includes(FALLBACK_LANGUAGE) ? { language: FALLBACK_LANGUAGE, fellBack: true } : undefined;
}

/** Identifies one PDF. */
export interface DocumentAddress {
  /** "developer-terms". */
  readonly document: string;
  /** "v2". */
  readonly version: string;
  /** "en", "fr-ca"; case does not matter. */
  readonly language: string;
}

/** Pattern of the paths of all PDFs. */
export const DOCUMENTS_PATTERN = '/documents/:document/:version/:file';

/** Path of a document's PDF in the live release. It never changes; the language is in upper case (specification, section 7). */
export function documentPath({ document, version, language }: DocumentAddress): string {
  return `/documents/${document}/${version}/${language.toUpperCase()}.pdf`;
}

/** The document that a path names; undefined for every other path. */
export function parseDocumentPath(pathname: string): DocumentAddress | undefined {
  const match = /^\/documents\/([a-z]+(?:-[a-z]+)*)\/(v[1-9]\d*)\/([a-z]{2}(?:-[a-z]{2})?)\.pdf$/i.exec(pathname);
  if (!match) return undefined;
  const [document = '', version = '', language = ''] = match.slice(1).map((part) => part.toLowerCase());
  return { document, version, language };
}

/** Name of the artifact's file that holds a document as PDF: "terms.v2.en.0123456789abcdef.pdf". */
export function documentFileName({ document, version, language }: DocumentAddress, hash: string): string {
  return `${document}.${version}.${language.toLowerCase()}.${hash}.pdf`;
}

/** The file of a document among the files of an artifact. */
export function findDocumentFile(files: readonly string[], address: DocumentAddress): string | undefined {
  const [start = ''] = documentFileName(address, '\n').split('\n');
  return files.find((file) => file.startsWith(start) && /^[0-9a-f]{16}\.pdf$/.test(file.slice(start.length)));
}
