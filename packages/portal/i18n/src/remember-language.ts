import { CHOICE_COOKIE_SECONDS, cookieText, ownCookieName } from '@portal/contract/cookies';
import { CHOSEN_LANGUAGE_COOKIE, parseLanguage, USER_LANGUAGE_COOKIE } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';

function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === 'https:';
  document.cookie = cookieText(ownCookieName(name, secure), value, { maxAgeSeconds, secure });
}

/** Remembers an explicit choice in the picker, which takes precedence over everything else. */
export function rememberChosenLanguage(language: Language): void {
  writeCookie(CHOSEN_LANGUAGE_COOKIE, language, CHOICE_COOKIE_SECONDS);
}

/**
 * Remembers the language of the user's account for the next first paint; forgets it if `language` is null or not
 * supported.
 */
export function rememberUserLanguage(language: string | null): void {
  const known = parseLanguage(language);
  writeCookie(USER_LANGUAGE_COOKIE, known ?? '', known ? CHOICE_COOKIE_SECONDS : 0);
}
