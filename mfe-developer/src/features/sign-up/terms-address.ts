import { documentPath } from '@portal/contract/paths';
import type { Language } from '@portal/contract/language';
import { documentLanguage } from '@portal/contract/language';

/** The version that new developers accept. */
const TERMS = { document: 'developer-terms', version: 'v2' } as const;

/** The accepted version as a page: `/tos` may already show a newer version. */
export const TERMS_PAGE = `/developer-terms/${TERMS.version}`;

/** Absolute address of the PDF, which the API stores with an acceptance (specification, section 7). */
export function termsAddress(language: Language, origin: string): string {
  return new URL(documentPath({ ...TERMS, language: documentLanguage(language) }), origin).href;
}
