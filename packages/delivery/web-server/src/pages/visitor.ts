import type { IncomingHttpHeaders } from 'node:http';
import type { Cookies } from 'cookie';
import { accessTokenIn, areTokensAmbiguous, ownCookieName } from '@portal/contract/cookies';
import type { Language } from '@portal/contract/language';
import { CHOSEN_LANGUAGE_COOKIE, chooseLanguage, USER_LANGUAGE_COOKIE } from '@portal/contract/language';
import { OWN_FILES_COOKIE } from '@portal/contract/page-elements';
import type { Theme } from '@portal/contract/theme';
import { THEME_COOKIE, parseTheme } from '@portal/contract/theme';
import { getCookies } from '../releases/buckets-cookie.ts';

/** What the page depends on; all of it is untrusted input. */
export interface Visitor {
  readonly language: Language;
  readonly theme: Theme;
  readonly signedIn: boolean;
  /** Whether a token has several cookies, which the page deletes. */
  readonly isAmbiguous: boolean;
  /** Whether the visitor uses https. */
  readonly isSecure: boolean;
  /** Whether the browser is one with the engine of Safari, like all on an iPhone. */
  readonly isWebKit: boolean;
  /** Whether the CDN has failed this browser lately, so that its pages take their files from the portal itself. */
  readonly ownFiles: boolean;
  /** The query parameter `locale`, in lower case; empty without one. */
  readonly locale: string;
}

/** The names of the cookies that are read, on https and else. */
const namesFor = (isSecure: boolean) => ({
  chosen: ownCookieName(CHOSEN_LANGUAGE_COOKIE, isSecure),
  user: ownCookieName(USER_LANGUAGE_COOKIE, isSecure),
  theme: ownCookieName(THEME_COOKIE, isSecure),
  ownFiles: ownCookieName(OWN_FILES_COOKIE, isSecure),
});
const NAMES = { secure: namesFor(true), other: namesFor(false) };

/** `isSecure`: whether the visitor uses https; `locale` is the query parameter of that name; `cookies` are those of the headers. */
export function readVisitor(
  headers: IncomingHttpHeaders,
  isSecure: boolean,
  locale: string | null,
  cookies: Cookies = getCookies(headers),
): Visitor {
  const names = isSecure ? NAMES.secure : NAMES.other;
  const [firstTag = ''] = (headers['accept-language'] ?? '').split(/[,;]/, 1);
  // The page shows nothing that the token protects, so nobody needs to check it.
  const signedIn = accessTokenIn(headers.cookie ?? '') !== undefined;
  return {
    language: chooseLanguage({
      chosen: cookies[names.chosen],
      user: signedIn ? cookies[names.user] : undefined,
      locale,
      browser: firstTag.trim(),
    }),
    theme: parseTheme(cookies[names.theme]),
    locale: locale?.toLowerCase() ?? '',
    signedIn,
    isAmbiguous: areTokensAmbiguous(headers.cookie ?? ''),
    isSecure,
    // Also under the other name: the page names it by the visitor's address, which a proxy that nobody trusts does not tell this server.
    ownFiles: cookies[NAMES.secure.ownFiles] !== undefined || cookies[NAMES.other.ownFiles] !== undefined,
    isWebKit: /AppleWebKit\/(?!.*Chrom(e|ium)\/)/.test(headers['user-agent'] ?? ''),
  };
}
