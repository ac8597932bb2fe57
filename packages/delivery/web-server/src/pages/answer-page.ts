import type { IncomingMessage } from 'node:http';
import type { Cookies } from 'cookie';
import { onlyValue } from '@portal/contract/paths';
import { escapeHtml } from '@portal/node-kit/html';
import { pageSecurityHeaders } from './content-security-policy.ts';
import { getCookies, assignBuckets, bucketCookies, readBuckets } from '../releases/buckets-cookie.ts';
import type { HttpResponse, RequestTarget, ResponseHeaders } from '../http/http-response.ts';
import { encodedResponse, NOT_INDEXED, textResponse } from '../http/http-response.ts';
import { findRedirect } from '../releases/live-parts.ts';
import { chooseEncoding, matchesTag } from '../http/negotiate.ts';
import { choosePage, homeFrom } from './page.ts';
import type { PageCache, PageDictionaries, ServedPage } from './page-cache.ts';
import { AS_DICTIONARY } from './page-cache.ts';
import type { PrerenderedParts } from './prerendered-page.ts';
import { findPrerendered } from './prerendered-page.ts';
import { plainPage } from './plain-page.ts';
import { answerPreviewAddress, previewAskedIn } from './preview-address.ts';
import { endingCookie, previewIn } from '../releases/previews.ts';
import type { Previews } from '../releases/previews.ts';
import type { IsSecure } from '../visits/secure-visits.ts';
import { UNAVAILABLE } from './texts.ts';
import { readVisitor } from './visitor.ts';
import type { Visitor } from './visitor.ts';
import type { LiveViews, VisitorView, VisitorViews } from '../releases/visitor-view.ts';
import { visitCookie } from '../visits/visit-token.ts';

export interface PageParts extends PrerenderedParts {
  readonly releases: VisitorViews;
  readonly previews: Previews;
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

function pageHeaders(
  { policy, tag }: ServedPage,
  { isSecure, isWebKit, language }: Visitor,
  { isIndexed, isKept }: { readonly isIndexed: boolean; readonly isKept: boolean },
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
  };
}

/** What a request shows, with the cookies of its answer: a preview is neither assigned to buckets nor counted, and one that shows nothing any more ends. */
async function chooseView({ previews, visitToken }: PageParts, live: LiveViews, sent: Cookies, isSecure: boolean) {
  const preview = await previews.shownTo(sent, isSecure, live);
  if (preview) return { view: preview, cookies: [] };
  const buckets = assignBuckets(readBuckets(sent, isSecure), live);
  const view = live.getView(buckets);
  const ended = previewIn(sent, isSecure) === undefined ? [] : [endingCookie(isSecure)];
  return {
    view,
    cookies: [...bucketCookies(sent, isSecure, buckets), ...ended, visitCookie(visitToken(view), isSecure)],
  };
}

/** Answers a path with the page of the live release, in this visitor's view; without a body for a browser that has the page. */
export async function answerPage(
  parts: PageParts,
  request: IncomingMessage,
  target: RequestTarget,
): Promise<HttpResponse> {
  const { pathname, query } = target;
  const { config, releases, pages, pageDictionaries } = parts;
  const { headers } = request;
  const sent = getCookies(headers);
  const visitor = readVisitor(headers, parts.isSecure(request), localeIn(query), sent);
  const { isSecure } = visitor;
  const live = await releases.current();
  if (!live) return unavailableResponse(visitor);
  const asked = previewAskedIn(query);
  if (asked !== null) return answerPreviewAddress(parts, live, target, visitor, asked);
  const { view, cookies } = await chooseView(parts, live, sent, isSecure);
  const redirect =
    findRedirect(view.release, pathname, config.features) ?? homeFrom(view, pathname, query, visitor, config);
  if (redirect !== undefined) return redirectResponse(redirect, query);
  const choice = choosePage(view, pathname, visitor, config);
  const { owned, status } = choice;
  const pageRequest = { release: view.release, pathname, query: new URLSearchParams(query), visitor };
  const prerendered = owned && (await findPrerendered(parts, { ...pageRequest, owned }));
  const page = pages.page(view, { ...choice, prerendered }, visitor);
  if (parts.assetOrigin !== '' && visitor.ownFiles) parts.countWithoutCdn();
  const isKept = status === 200 && !view.preview && pageDictionaries.keep(page, headers);
  const answered = pageHeaders(page, visitor, { isIndexed: owned?.route.index !== undefined, isKept });
  if (status === 200 && matchesTag(headers['if-none-match'], page.tag))
    return { status: 304, headers: answered, cookies, body: '' };
  const plain = page.content.as(chooseEncoding(headers['accept-encoding']));
  const encoded = await pageDictionaries.smaller(page, headers, plain);
  return { ...encodedResponse(status, answered, encoded), cookies };
}
