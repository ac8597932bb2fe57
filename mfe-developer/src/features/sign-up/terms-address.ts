import type { Language } from '@portal/contract/language';

/** The version that a developer accepts today. */
const VERSION = 'v2';

/** Where the developer terms can be read as a page. */
export const TERMS_PAGE = '/tos';

/** Language of the PDF that a reader of `language` is shown: there is none in German. */
export function termsLanguage(language: Language): Language {
  return language === 'de' ? 'en' : language;
}

/** Address of the PDF, absolute: it is what the API keeps of an acceptance (specification, section 7). */
export function termsAddress(language: Language, origin: string): string {
  return new URL(`/documents/developer-terms/${VERSION}/${termsLanguage(language).toUpperCase()}.pdf`, origin).href;
}
