import { FALLBACK_LANGUAGE, languageOf } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import type { LibraryDocument, LibraryText, LibraryVersion } from './content.ts';
import { library } from '../../documents/library.yaml';

/** Finds a document by its name. @throws if there is none. */
export function findDocument(id: string): LibraryDocument {
  const document = library.find((candidate) => candidate.id === id);
  if (!document) throw new Error(`There is no document "${id}"`);
  return document;
}

/** Regional forms and their substitutes: English Canada has the policy of the United States. */
const REGIONAL: ReadonlyMap<string, readonly string[]> = new Map([
  ['en-us', ['en-us', 'en-ca']],
  ['en-ca', ['en-ca', 'en-us']],
  ['fr-ca', ['fr-ca']],
]);

export interface TextRequest {
  /** "v2"; the current version for any other text (specification, section 2). */
  readonly version?: string | undefined;
  /** The query parameter `locale`. */
  readonly locale: string | null;
  readonly interfaceLanguage: Language;
}

export interface ChosenText {
  readonly document: LibraryDocument;
  readonly version: LibraryVersion;
  readonly text: LibraryText;
  /** Whether the document does not exist in the requested language. */
  readonly fellBack: boolean;
}

/** The version with this id, or the current one. */
function chooseVersion({ versions }: LibraryDocument, id: string | undefined): LibraryVersion {
  const version = versions.find((candidate) => candidate.id === id) ?? versions[0];
  if (!version) throw new Error('A document has no version');
  return version;
}

/** The text to show: `?locale=` first, by region and then by language, the interface's language, English (ADR 14). */
export function chooseText(
  document: LibraryDocument,
  { version: id, locale, interfaceLanguage }: TextRequest,
): ChosenText {
  const version = chooseVersion(document, id);
  const inLanguage = (language: string) => version.texts.find((text) => text.language === language);
  const wanted = languageOf(locale) ?? interfaceLanguage;
  const regional = (REGIONAL.get(locale?.toLowerCase().replace('_', '-') ?? '') ?? []).map(inLanguage).find(Boolean);
  const text = regional ?? inLanguage(wanted);
  if (text) return { document, version, text, fellBack: false };
  const fallback = inLanguage(FALLBACK_LANGUAGE);
  if (!fallback) throw new Error(`"${document.id}" does not exist in English`);
  return { document, version, text: fallback, fellBack: true };
}
