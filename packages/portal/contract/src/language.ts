/** The interface's languages (specification, section 9). */
export const LANGUAGES = ['en', 'de', 'fr', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of each language, in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  nl: 'Nederlands',
};
export const FALLBACK_LANGUAGE: Language = 'en';

/** Cookie that keeps an explicit choice in the footer's picker. */
export const CHOSEN_LANGUAGE_COOKIE = 'portal_language';
/**
 * Cookie that remembers the language of the user's account for the next first paint. It counts only while a user is
 * signed in.
 */
export const USER_LANGUAGE_COOKIE = 'portal_user_language';

/** The supported language of a tag such as "fr-CA", by its first two letters. */
export function parseLanguage(tag: string | null | undefined): Language | undefined {
  const letters = tag?.slice(0, 2).toLowerCase();
  const boundary = tag?.charAt(2) ?? '';
  if (boundary !== '' && boundary !== '-' && boundary !== '_') return undefined;
  return LANGUAGES.find((language) => language === letters);
}

/** The inputs to the choice of a language, all of them untrusted. */
interface LanguageHints {
  /** The explicit choice in the footer's picker. */
  readonly chosen?: string | null | undefined;
  /** The language of the signed-in user's account. */
  readonly user?: string | null | undefined;
  /** The query parameter `locale`. */
  readonly locale?: string | null | undefined;
  /** The browser's first language. */
  readonly browser?: string | null | undefined;
}

/**
 * The interface's language: explicit choice, user, `?locale=`, browser, English (specification, section 9). For a
 * document, `?locale=` comes first.
 */
export function chooseLanguage({ chosen, user, locale, browser }: LanguageHints): Language {
  return (
    parseLanguage(chosen) ?? parseLanguage(user) ?? parseLanguage(locale) ?? parseLanguage(browser) ?? FALLBACK_LANGUAGE
  );
}

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
 * Which of a document's texts is shown: `?locale=` first, by region and then by language, the interface's language,
 * English (ADR 14). Undefined if there is not even an English one.
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
