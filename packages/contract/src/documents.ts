import type { Language } from './language.ts';
import { FALLBACK_LANGUAGE } from './language.ts';

/** Languages in which every legal document exists (ADR 14); others fall back to English. */
const DOCUMENT_LANGUAGES: ReadonlySet<Language> = new Set<Language>(['en', 'fr', 'nl']);

/** The language in which a reader of `language` sees a document. */
export function documentLanguage(language: Language): Language {
  return DOCUMENT_LANGUAGES.has(language) ? language : FALLBACK_LANGUAGE;
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

/** Name of the artifact's file that holds a document, as PDF or as the HTML of its text: "terms.v2.en.0123456789abcdef.pdf". */
export function documentFileName(
  { document, version, language }: DocumentAddress,
  hash: string,
  form: 'pdf' | 'html' = 'pdf',
): string {
  return `${document}.${version}.${language.toLowerCase()}.${hash}.${form}`;
}

/** The file of a document among the files of an artifact. */
export function findDocumentFile(files: readonly string[], address: DocumentAddress): string | undefined {
  const [start = ''] = documentFileName(address, '\n').split('\n');
  return files.find((file) => file.startsWith(start) && /^[0-9a-f]{16}\.pdf$/.test(file.slice(start.length)));
}
