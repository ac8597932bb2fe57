import { documentLanguage, documentPath } from '@portal/contract/documents';
import type { Language } from '@portal/contract/language';

/** What a developer accepts today. */
const TERMS = { document: 'developer-terms', version: 'v2' } as const;

/** Where what is accepted can be read as a page: `/tos` may have moved on to a version that nobody is asked to accept yet. */
export const TERMS_PAGE = `/developer-terms/${TERMS.version}`;

/** Address of the PDF, absolute: it is what the API keeps of an acceptance (specification, section 7). */
export function termsAddress(language: Language, origin: string): string {
  return new URL(documentPath({ ...TERMS, language: documentLanguage(language) }), origin).href;
}
