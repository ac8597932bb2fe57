import type { IncomingMessage } from 'node:http';
import { LIVE_VIEW_PATH, PART_PATH, PARTS_PATH } from '@portal/contract/page-elements';
import { onlyValue } from '@portal/contract/query';
import { CONFIG_PATH, LICENCES_PATH, OLD_BROWSER_PATH, WELL_KNOWN_PATH } from '@portal/contract/web-server-paths';
import { NO_NUMBERS } from '@portal/contract/release-view';
import type { LiveView } from '@portal/contract/live-view';
import { escapeHtml } from '@portal/node-kit/html';
import type { HttpResponse } from './http-response.ts';
import { encodedResponse, NOT_INDEXED, textResponse } from './http-response.ts';
import { findFirstScreen } from './first-screen.ts';
import { chooseEncoding, matchesTag } from './negotiate.ts';
import { licencesResponse } from './licences.ts';
import { findRedirect, newestBuild } from './live-parts.ts';
import { oldBrowserResponse } from './old-browser.ts';
import { choosePage, homeFrom } from './page.ts';
import type { PaintedParts } from './painted-document.ts';
import { findPaintedPage } from './painted-page.ts';
import { answerListing } from './part-listing.ts';
import { plainPage } from './plain-page.ts';
import type { PageCache } from './page-cache.ts';
import type { PageDictionaries } from './page-dictionaries.ts';
import type { IsSecure } from './secure-visits.ts';
import { pageSecurityHeaders } from './content-security-policy.ts';
import { drawNumbers, drawsCookies, readNumbers } from './draws-cookie.ts';
import { readVisitor } from './visitor.ts';
import type { Visitor } from './visitor.ts';
import type { VisitorView, VisitorViews } from './visitor-view.ts';
import { visitCookie } from './visits/visit-token.ts';
import { siteFile } from './site-files.ts';
import { answerWellKnown } from './well-known.ts';
import { UNAVAILABLE } from './texts.ts';

/** Answers which versions the visitor of an open page would get now; 304 while they have not changed. */
async function answerLiveView({ releases, isSecure }: PageParts, request: IncomingMessage): Promise<HttpResponse> {
  const { headers } = request;
  // A visitor without cookies gets new numbers with every page; open pages must not reload because of that.
  const view = (await releases.current())?.viewOf(readNumbers(headers, isSecure(request)));
  if (!view) return textResponse(503, 'No release is live yet.');
  const { number } = view.release;
  const live: LiveView = { number, view: view.digest, urgent: view.urgent };
  const tag = `"${String(number)}.${view.digest}"`;
  const answered = {
    'content-type': 'application/json',
    'cache-control': 'private, no-cache',
    etag: tag,
    ...NOT_INDEXED,
    vary: 'cookie',
  };
  if (matchesTag(headers['if-none-match'], tag)) return { status: 304, headers: answered, body: '' };
  return { status: 200, headers: answered, body: JSON.stringify(live) };
}

/** Answers with the licences of what the visitor gets. Without the cookie, no canary: as for everybody who follows a link. */
async function answerLicences(
  { assets, releases, isSecure }: PageParts,
  request: IncomingMessage,
): Promise<HttpResponse> {
  const view = (await releases.current())?.viewOf(readNumbers(request.headers, isSecure(request)));
  return view ? licencesResponse(assets, view.release) : textResponse(503, 'No release is live yet.');
}

/** The page while there is no release: 503, with a retry after five seconds. */
function unavailableResponse(visitor: Visitor): HttpResponse {
  const { title, text } = UNAVAILABLE[visitor.language];
  return plainPage(503, visitor, title, [escapeHtml(text)], { 'retry-after': '5' });
}

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

/** A redirect that keeps the query. It is temporary: the next release may change it. */
function redirectResponse(to: string, query: string): HttpResponse {
  const location = query === '' ? to : `${to}?${query}`;
  return textResponse(302, `This page is at ${to}`, { location, ...NOT_INDEXED });
}

const localeIn = (query: string) => onlyValue(new URLSearchParams(query), 'locale');

async function answerPage(
  parts: PageParts,
  request: IncomingMessage,
  pathname: string,
  query: string,
): Promise<HttpResponse> {
  const { config, releases, pages, pageDictionaries, isSecure, assetOrigin, countWithoutCdn } = parts;
  const visitor = readVisitor(request.headers, isSecure(request), localeIn(query));
  const live = await releases.current();
  if (!live) return unavailableResponse(visitor);
  const numbers = drawNumbers(readNumbers(request.headers, visitor.isSecure), live);
  const view = live.viewOf(numbers);
  const redirect =
    findRedirect(view.release, pathname, config.features) ?? homeFrom(view, pathname, query, visitor, config);
  if (redirect !== undefined) return redirectResponse(redirect, query);
  const choice = choosePage(view, pathname, visitor, config);
  const { owned } = choice;
  const asked = { release: view.release, pathname, query: new URLSearchParams(query), visitor };
  const painted = owned && (await findPaintedPage(parts, { ...asked, owned }));
  const firstScreen = owned && (await findFirstScreen(parts, owned, visitor));
  if (assetOrigin !== '' && visitor.ownFiles) countWithoutCdn();
  const page = pages.page(view, { ...choice, painted, firstScreen }, visitor);
  const { content, policy, tag } = page;
  const headers = {
    ...pageSecurityHeaders(policy, visitor),
    ...(choice.owned?.route.index ? {} : NOT_INDEXED),
    'content-type': 'text/html; charset=utf-8',
    'content-language': visitor.language,
    // Browsers revalidate at every load, so that they get the newest release. "no-store" would also disable the back-forward cache.
    'cache-control': 'private, no-cache',
    ...(choice.status === 200 && pageDictionaries.offer(page, request.headers)),
    etag: tag,
    vary: 'accept-encoding, accept-language, cookie, available-dictionary, sec-ch-ua',
    'set-cookie': [
      ...drawsCookies(request.headers, visitor.isSecure, numbers),
      visitCookie(parts.visitToken(view), visitor.isSecure),
    ],
  };
  if (choice.status === 200 && matchesTag(request.headers['if-none-match'], tag))
    return { status: 304, headers, body: '' };
  const plain = content.as(chooseEncoding(request.headers['accept-encoding']));
  return encodedResponse(choice.status, headers, await pageDictionaries.smaller(page, request.headers, plain));
}

const METHODS = 'GET, HEAD';

/** The answer to a request that this server never accepts; undefined for any other. */
export function checkRequest({ method, url = '' }: IncomingMessage): HttpResponse | undefined {
  if (method !== 'GET' && method !== 'HEAD') {
    return textResponse(405, `Only ${METHODS} are answered here.`, { allow: METHODS });
  }
  return url.startsWith('/') ? undefined : textResponse(400, 'The address must begin with "/".');
}

/** Answers requests for pages, the configuration, the icons and what programs ask for. */
export async function answerOwn(parts: PageParts, request: IncomingMessage): Promise<HttpResponse> {
  const [pathname = '', ...query] = (request.url ?? '').split('?');
  const file = siteFile(pathname);
  if (file) return file;
  if (pathname.startsWith(WELL_KNOWN_PATH)) {
    const live = (await parts.releases.current())?.viewOf(NO_NUMBERS);
    return answerWellKnown(parts.config, pathname, live && newestBuild(live.release));
  }
  switch (pathname) {
    case OLD_BROWSER_PATH:
      return oldBrowserResponse(readVisitor(request.headers, parts.isSecure(request), localeIn(query.join('?'))));
    case CONFIG_PATH:
      return {
        status: 200,
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...NOT_INDEXED },
        body: JSON.stringify(parts.config),
      };
    case LICENCES_PATH:
      return answerLicences(parts, request);
    case LIVE_VIEW_PATH:
      return answerLiveView(parts, request);
    case PART_PATH:
    case PARTS_PATH: {
      const what = pathname === PART_PATH ? 'part' : 'parts';
      return answerListing(parts, new URLSearchParams(query.join('?')), what, request.headers['accept-encoding']);
    }
    default:
      return answerPage(parts, request, pathname, query.join('?'));
  }
}
