import type { IncomingMessage } from 'node:http';
import type { Cookies } from 'cookie';
import { onlyValue } from '@portal/contract/query';
import type { DrawnNumbers } from '@portal/contract/release-view';
import { escapeHtml } from '@portal/node-kit/html';
import type { Encoded } from './compressed.ts';
import { pageSecurityHeaders } from './content-security-policy.ts';
import { cookiesOf, drawNumbers, drawsCookies, readNumbers } from './draws-cookie.ts';
import { findFirstScreen } from './first-screen.ts';
import type { HttpResponse, ResponseHeaders } from './http-response.ts';
import { NOT_INDEXED, SharedHeaders, textResponse } from './http-response.ts';
import { findRedirect } from './live-parts.ts';
import { chooseEncoding, matchesTag } from './negotiate.ts';
import { choosePage, homeFrom } from './page.ts';
import type { FoundPage, PageCache, ServedPage } from './page-cache.ts';
import type { PageDictionaries } from './page-dictionaries.ts';
import { AS_DICTIONARY } from './page-dictionaries.ts';
import type { PaintedParts } from './painted-document.ts';
import { findPaintedPage } from './painted-page.ts';
import { plainPage } from './plain-page.ts';
import type { IsSecure } from './secure-visits.ts';
import { UNAVAILABLE } from './texts.ts';
import { readVisitor } from './visitor.ts';
import type { Visitor } from './visitor.ts';
import type { VisitorView, VisitorViews } from './visitor-view.ts';
import { visitCookie } from './visits/visit-token.ts';

export interface PageParts extends PaintedParts {
  readonly releases: VisitorViews;
  readonly pages: PageCache;
  readonly pageDictionaries: PageDictionaries;
  readonly isSecure: IsSecure;
  /** The origin of the CDN that fetches the files of parts here; empty for none. */
  readonly assetOrigin: string;
  /** Counts a page that does without the CDN, because that has failed its browser. */
  readonly countWithoutCdn: () => void;
  /** The token of a new visit to a page of this view. */
  readonly visitToken: (view: VisitorView) => string;
}

/** A request for a page, with what it says about its visitor. */
interface Asked {
  readonly request: IncomingMessage;
  readonly pathname: string;
  readonly query: string;
  readonly cookies: Cookies;
  readonly visitor: Visitor;
}

/** A page, and whom it is sent to. */
interface Given extends Omit<FoundPage, 'key'> {
  readonly page: ServedPage;
  readonly view: VisitorView;
  readonly numbers: DrawnNumbers;
  /** Whether the browser keeps the page as a dictionary. */
  readonly isKept: boolean;
}

/** The page while there is no release: 503, with a retry after five seconds. */
function unavailableResponse(visitor: Visitor): HttpResponse {
  const { title, text } = UNAVAILABLE[visitor.language];
  return plainPage(503, visitor, title, [escapeHtml(text)], { 'retry-after': '5' });
}

/** A redirect that keeps the query. It is temporary, because the next release may change it. */
function redirectResponse(to: string, query: string): HttpResponse {
  const location = query === '' ? to : `${to}?${query}`;
  return textResponse(302, `This page is at ${to}`, { location, ...NOT_INDEXED });
}

/** The query parameter `locale`; null without one. */
export const localeIn = (query: string): string | null =>
  query === '' ? null : onlyValue(new URLSearchParams(query), 'locale');

interface HeaderKind extends Pick<FoundPage, 'status' | 'isIndexed'> {
  readonly isKept: boolean;
  /** Of the body; undefined without one, too. */
  readonly encoding: string | undefined;
}

/** The headers that all visitors of a kind get with a page. */
function pageHeaders(
  { policy, tag }: ServedPage,
  { isSecure, isWebKit, language }: Visitor,
  { isIndexed, isKept, encoding }: HeaderKind,
): ResponseHeaders {
  return {
    ...pageSecurityHeaders(policy, { isSecure, isWebKit }),
    ...(isIndexed ? {} : NOT_INDEXED),
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    // Browsers revalidate at every load, so that they get the newest release. "no-store" would also disable the back-forward cache.
    'cache-control': 'private, no-cache',
    ...(isKept && AS_DICTIONARY),
    etag: tag,
    vary: 'accept-encoding, accept-language, cookie, available-dictionary, sec-ch-ua',
    ...(encoding !== undefined && { 'content-encoding': encoding }),
  };
}

/** The answer with a page and the cookies of this visit; without a body for a browser that has the page. */
function give(
  { visitToken, assetOrigin, countWithoutCdn }: PageParts,
  { cookies, visitor }: Asked,
  { page, view, numbers, status, isIndexed, isKept }: Given,
  encoded: Encoded | undefined,
): HttpResponse {
  const { isSecure, isWebKit } = visitor;
  if (assetOrigin !== '' && visitor.ownFiles) countWithoutCdn();
  const encoding = encoded?.encoding;
  const headers = page.headers.get(
    `${status} ${isIndexed} ${isKept} ${isSecure} ${isWebKit} ${encoding}`,
    () => new SharedHeaders(pageHeaders(page, visitor, { status, isIndexed, isKept, encoding })),
  );
  return {
    status: encoded ? status : 304,
    headers,
    cookies: [...drawsCookies(cookies, isSecure, numbers), visitCookie(visitToken(view), isSecure)],
    body: encoded?.bytes ?? '',
  };
}

const hasPage = ({ page, status }: Given, { request }: Asked) =>
  status === 200 && matchesTag(request.headers['if-none-match'], page.tag);

function ask({ isSecure }: PageParts, request: IncomingMessage, pathname: string, query: string): Asked {
  const cookies = cookiesOf(request.headers);
  const visitor = readVisitor(request.headers, isSecure(request), localeIn(query), cookies);
  return { request, pathname, query, cookies, visitor };
}

/** The page that others like this visitor got at the path, if it is in memory as the browser wants it. */
export function pageFromMemory(parts: PageParts, request: IncomingMessage, pathname: string): HttpResponse | undefined {
  const { releases, pages, pageDictionaries } = parts;
  const live = releases.atHand();
  if (!live) return undefined;
  const { headers } = request;
  const asked = ask(parts, request, pathname, '');
  const { cookies, visitor } = asked;
  const numbers = drawNumbers(readNumbers(cookies, visitor.isSecure), live);
  const view = live.viewOf(numbers);
  const [found, page] = pages.known(view, pathname, visitor) ?? [];
  if (!found || !page) return undefined;
  const { status, isIndexed } = found;
  const isKept = status === 200 && pageDictionaries.keep(page, headers);
  const given = { page, view, numbers, status, isIndexed, isKept };
  if (hasPage(given, asked)) return give(parts, asked, given, undefined);
  const encoded = pageDictionaries.atHand(page, headers, chooseEncoding(headers['accept-encoding']));
  return encoded && give(parts, asked, given, encoded);
}

/** Answers a path with the page of the live release, in this visitor's view, and remembers where in memory it is. */
export async function answerPage(
  parts: PageParts,
  request: IncomingMessage,
  pathname: string,
  query: string,
): Promise<HttpResponse> {
  const { config, releases, pages, pageDictionaries, assets } = parts;
  const { headers } = request;
  const asked = ask(parts, request, pathname, query);
  const { cookies, visitor } = asked;
  const live = await releases.current();
  if (!live) return unavailableResponse(visitor);
  const numbers = drawNumbers(readNumbers(cookies, visitor.isSecure), live);
  const view = live.viewOf(numbers);
  const redirect =
    findRedirect(view.release, pathname, config.features) ?? homeFrom(view, pathname, query, visitor, config);
  if (redirect !== undefined) return redirectResponse(redirect, query);
  const { failures } = assets;
  const choice = choosePage(view, pathname, visitor, config);
  const { owned, status } = choice;
  const pageRequest = { release: view.release, pathname, query: new URLSearchParams(query), visitor };
  const painted = owned && (await findPaintedPage(parts, { ...pageRequest, owned }));
  const firstScreen = owned && (await findFirstScreen(parts, owned, visitor));
  const [key, page] = pages.page(view, { ...choice, painted, firstScreen }, visitor);
  const isIndexed = owned?.route.index !== undefined;
  // Queries are as many as visitors; and a page without what could not be read is for this visitor alone.
  if (query === '' && assets.failures === failures) pages.remember(view, pathname, visitor, { key, status, isIndexed });
  const isKept = status === 200 && pageDictionaries.keep(page, headers);
  const given = { page, view, numbers, status, isIndexed, isKept };
  if (hasPage(given, asked)) return give(parts, asked, given, undefined);
  const plain = page.content.as(chooseEncoding(headers['accept-encoding']));
  return give(parts, asked, given, await pageDictionaries.smaller(page, headers, plain));
}
