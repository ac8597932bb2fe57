import type { IncomingHttpHeaders } from 'node:http';
import { cookieValues } from '@portal/contract/cookies';
import { chooseLanguage, parseLanguage, LANGUAGES } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import { THEME_COOKIE, parseTheme } from '@portal/contract/theme';
import type { Theme } from '@portal/contract/theme';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';

const LanguageQuerySchema = v.object({ lang: v.picklist(LANGUAGES) });

/**
 * A hook that keeps the language in an address (`?lang=fr`), as in the picker's links and in mails, and opens the
 * address without it.
 */
export async function keepLanguage(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const query = v.safeParse(LanguageQuerySchema, request.query);
  if (request.method !== 'GET' || !query.success) return;
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  searchParams.delete('lang');
  const rest = searchParams.size === 0 ? '' : `?${searchParams.toString()}`;
  reply.setCookie(PAGE_LANGUAGE_COOKIE, query.output.lang, PAGE_LANGUAGE_OPTIONS);
  await reply.redirect(`${pathname}${rest}`, 303);
}

/**
 * Cookie that keeps the language of these pages: that of the portal at the last sign-in, or the choice in the pages'
 * own picker.
 */
export const PAGE_LANGUAGE_COOKIE = 'page_language';
export const PAGE_LANGUAGE_OPTIONS = { path: '/', httpOnly: true, sameSite: 'lax' } as const;

/** How a visitor sees a page. */
export interface Appearance {
  readonly language: Language;
  readonly theme: Theme;
}

/** The first supported language of a list such as "fr-CA,de;q=0.5" or "fr de". */
export function firstLanguage(list: string | undefined): Language | undefined {
  return list
    ?.split(/[\s,]+/)
    .map((entry) => parseLanguage(entry.split(';')[0]))
    .find((language) => language !== undefined);
}

/**
 * The visitor's appearance. Cookies belong to host names, whatever the port, so the portal's theme is known here, too.
 */
export function readAppearance({ cookie = '', 'accept-language': accepted }: IncomingHttpHeaders): Appearance {
  const [chosen] = cookieValues(cookie, PAGE_LANGUAGE_COOKIE);
  const [theme] = cookieValues(cookie, THEME_COOKIE);
  return { language: chooseLanguage({ chosen, browser: firstLanguage(accepted) }), theme: parseTheme(theme) };
}
