import type { IncomingHttpHeaders } from 'node:http';
import type { Language } from '@portal/contract/language';
import { CHOSEN_LANGUAGE_COOKIE, chooseLanguage, USER_LANGUAGE_COOKIE } from '@portal/contract/language';

/** Cookie of the access token. Only whether it is there counts here: the page shows nothing that it would open. */
const ACCESS_TOKEN_COOKIE = 'access_token';

/** What the page is painted by; nothing of it is trusted. */
export interface Visitor {
  readonly language: Language;
  readonly signedIn: boolean;
}

function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const split = pair.indexOf('=');
    if (split > 0) cookies.set(pair.slice(0, split).trim(), pair.slice(split + 1).trim());
  }
  return cookies;
}

/** `locale` is the query parameter of that name. */
export function readVisitor(headers: IncomingHttpHeaders, locale: string | null): Visitor {
  const cookies = parseCookies(headers.cookie);
  const [firstTag = ''] = (headers['accept-language'] ?? '').split(/[,;]/);
  return {
    language: chooseLanguage({
      chosen: cookies.get(CHOSEN_LANGUAGE_COOKIE),
      user: cookies.get(USER_LANGUAGE_COOKIE),
      locale,
      browser: firstTag.trim(),
    }),
    signedIn: (cookies.get(ACCESS_TOKEN_COOKIE) ?? '') !== '',
  };
}
