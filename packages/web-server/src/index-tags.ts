import type { RouteDeclaration } from '@portal/contract/declaration';
import { escapeHtml } from '@portal/node-kit/html';
import type { OwnedRoute } from './live-parts.ts';
import { declaredText } from './live-parts.ts';
import { DESCRIPTION } from './texts.ts';
import type { Visitor } from './visitor.ts';

/** Which of a route's locales the page is in; undefined for a page that search engines do not show. */
export function indexedLocale({ index }: RouteDeclaration, { locale, language }: Visitor): string | undefined {
  return index && [locale, language, ...index.locales].find((wanted) => index.locales.includes(wanted));
}

/** "fr-ca" -> "fr-CA". */
function languageTag(locale: string): string {
  const [letters = '', region] = locale.split('-');
  return region === undefined ? letters : `${letters}-${region.toUpperCase()}`;
}

/**
 * What the page tells search engines: where a page may be shown, its description, the address that it is known by, and that of
 * every other language; and of every other page that it is not for them.
 */
export function indexTags(owned: OwnedRoute | undefined, visitor: Visitor, origin = ''): readonly string[] {
  const description = (text: string) => `<meta name="description" content="${escapeHtml(text)}">`;
  const current = owned && indexedLocale(owned.route, visitor);
  if (!owned?.route.index || current === undefined)
    return [description(DESCRIPTION[visitor.language]), '<meta name="robots" content="noindex">'];
  const { index, path: ownPath } = owned.route;
  const path = index.path ?? ownPath;
  const link = (attributes: string, query: string) =>
    `<link ${attributes} href="${escapeHtml(`${origin}${path}${query}`)}">`;
  return [
    description(declaredText(owned.manifest, index.description, visitor.language)),
    link('rel="canonical"', `?locale=${current}`),
    ...index.locales.map((locale) => link(`rel="alternate" hreflang="${languageTag(locale)}"`, `?locale=${locale}`)),
    link('rel="alternate" hreflang="x-default"', ''),
  ];
}
