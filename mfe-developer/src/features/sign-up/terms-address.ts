import { documentLanguage, documentPath } from '@portal/contract/documents';
import type { Language } from '@portal/contract/language';

/** What a developer accepts today. */
const TERMS = { document: 'developer-terms', version: 'v2' } as const;

/** Where the developer terms can be read as a page. */
export const TERMS_PAGE = '/tos';

/** Address of the PDF, absolute: it is what the API keeps of an acceptance (specification, section 7). */
export function termsAddress(language: Language, origin: string): string {
  return new URL(documentPath({ ...TERMS, language: documentLanguage(language) }), origin).href;
}
