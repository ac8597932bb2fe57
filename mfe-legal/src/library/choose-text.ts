import type { Language } from '@portal/contract/language';
import { chooseTextLanguage } from '@portal/contract/language';
import type { LibraryDocument, LibraryText, LibraryVersion } from './content.ts';
import { library } from '../../documents/library.yaml';

/** Finds a document by its name. @throws if there is none. */
export function findDocument(id: string): LibraryDocument {
  const document = library.find((candidate) => candidate.id === id);
  if (!document) throw new Error(`There is no document "${id}"`);
  return document;
}

interface TextRequest {
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

/** The text to show, in the language that `chooseTextLanguage` finds. */
export function chooseText(
  document: LibraryDocument,
  { version: id, locale, interfaceLanguage }: TextRequest,
): ChosenText {
  const version = chooseVersion(document, id);
  const languages = version.texts.map((each) => each.language);
  const chosen = chooseTextLanguage(languages, locale, interfaceLanguage);
  const text = version.texts.find(({ language }) => language === chosen?.language);
  if (!chosen || !text) throw new Error(`"${document.id}" does not exist in English`);
  return { document, version, text, fellBack: chosen.fellBack };
}
