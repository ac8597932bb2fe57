import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { onlyValue } from '@portal/contract/paths';
import { escapeHtml } from '@portal/node-kit/html';
import { pageSecurityHeaders } from './page-markup.ts';
import type { ViewDeps, LiveViews } from '../releases/views.ts';
import { chooseView, findRedirect, getCookies, isOverridden, previewCookie } from '../releases/views.ts';
import type { HttpResponse, RequestTarget, ResponseHeaders, Encoded } from '../http/http-response.ts';
import {
  encodedResponse,
  matchesTag,
  NOT_INDEXED,
  textResponse,
  chooseEncoding,
  offeredDictionary,
} from '../http/http-response.ts';
import type { Visitor } from './page-request.ts';
import { resolvePage, findHomeRedirect, readVisitor } from './page-request.ts';
import type { PageCache } from './page.ts';
import type { PrerenderDeps } from './prerendered-page.ts';
import { findPrerendered } from './prerendered-page.ts';
import { plainPage } from './plain-page.ts';
import type { Previews } from '../releases/previews.ts';
import { NO_PREVIEW, UNAVAILABLE } from './texts.ts';
import type { VisitTokens } from '../visits/visit-token.ts';
import { visitCookie } from '../visits/visit-token.ts';
import { BoundedCache } from '../http/bounded-cache.ts';
import type { Deltas, Dictionary, Target } from '../files/deltas.ts';
import { CAN_MAKE_DELTAS } from '../files/deltas.ts';

/** The parameter whose value is a preview's token, at any page; empty, it ends the preview. */
const PARAMETER = 'preview';

/** The token must not reach another address, and nobody else gets this answer. */
const PRIVATE = { ...NOT_INDEXED, 'referrer-policy': 'no-referrer' } as const;

/** The token in a query; null without one. */
const readRequestedPreview = (query: string): string | null =>
  query === '' ? null : onlyValue(new URLSearchParams(query), PARAMETER);

/** The same address without the token. Two slashes at its begin would be another host. */
function withoutPreviewToken({ pathname, query }: RequestTarget): string {
  const rest = new URLSearchParams(query);
  rest.delete(PARAMETER);
  return `/${pathname.replace(/^[/\\]+/, '')}${rest.size === 0 ? '' : `?${rest.toString()}`}`;
}

/** Answers an address with a preview's token: the browser keeps it, and gets the same address without it. */
async function answerPreviewAddress(
  { previews }: { readonly previews: Previews },
  live: LiveViews,
  target: RequestTarget,
  visitor: Visitor,
  token: string,
): Promise<HttpResponse> {
  const preview = token === '' ? undefined : (await previews.view(token, live))?.preview;
  if (token !== '' && !preview) {
    const { title, text, refused, link } = NO_PREVIEW[visitor.language];
    const origin = await previews.refusedOrigin(token);
    const why = origin === undefined ? text : refused.replace('%', origin);
    return plainPage(410, visitor, title, [escapeHtml(why), `<a href="/">${escapeHtml(link)}</a>`], PRIVATE);
  }
  const location = withoutPreviewToken(target);
  const redirect = textResponse(302, `This page is at ${location}`, { location, ...PRIVATE });
  const { isSecure } = visitor;
  const cookie = preview ? previewCookie(isSecure, token, previews.secondsLeft(preview)) : previewCookie(isSecure);
  return { ...redirect, cookies: [cookie] };
}

export interface PageDeps extends PrerenderDeps, ViewDeps {
  readonly pages: PageCache;
  readonly previews: Previews;
  readonly pageDictionaries: PageDictionaries;
  /** The origin of the CDN that fetches the files of parts here; empty for none. */
  readonly assetOrigin: string;
  /** Counts a page that does without the CDN, because that has failed its browser. */
  readonly countWithoutCdn: () => void;
  readonly tokens: Pick<VisitTokens, 'issue'>;
  /** The time of day, in milliseconds since the epoch. */
  readonly clock: () => number;
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
export const readLocale = (query: string): string | null =>
  query === '' ? null : onlyValue(new URLSearchParams(query), 'locale');

function pageHeaders(
  { policy, tag }: ReturnType<PageCache['getPage']>,
  visitor: Visitor,
  { isIndexed, isKept, hasOverride }: Readonly<Record<'isIndexed' | 'isKept' | 'hasOverride', boolean>>,
): ResponseHeaders {
  return {
    ...pageSecurityHeaders(policy, visitor, hasOverride),
    ...(isIndexed ? {} : NOT_INDEXED),
    'content-type': 'text/html; charset=utf-8',
    'content-language': visitor.language,
    // Browsers revalidate at every load, so that they get the newest release. "no-store" would also disable the
    // back-forward cache.
    'cache-control': 'private, no-cache',
    ...(isKept && AS_DICTIONARY),
    etag: tag,
    vary: 'accept-encoding, accept-language, cookie, available-dictionary, sec-ch-ua',
  };
}

/**
 * Answers a path with the page of the live release, in this visitor's view; without a body for a browser that has the
 * page.
 */
export async function answerPage(
  deps: PageDeps,
  request: IncomingMessage,
  target: RequestTarget,
): Promise<HttpResponse> {
  const { pathname, query } = target;
  const { config, releases, pages, pageDictionaries } = deps;
  const { headers } = request;
  const sent = getCookies(headers);
  const visitor = readVisitor(headers, deps.isSecure(request), readLocale(query), sent);
  const { isSecure } = visitor;
  const live = await releases.current();
  if (!live) return unavailableResponse(visitor);
  const token = readRequestedPreview(query);
  if (token !== null) return answerPreviewAddress(deps, live, target, visitor, token);
  const { view, cookies: kept } = await chooseView(deps.previews, live, sent, isSecure);
  // Who looks at a preview is not counted.
  const cookies = view.preview ? kept : [...kept, visitCookie(deps.tokens.issue(view, deps.clock() / 1000), isSecure)];
  const redirect =
    findRedirect(view.release, pathname, config.features) ?? findHomeRedirect(view, pathname, query, visitor, config);
  if (redirect !== undefined) return redirectResponse(redirect, query);
  const choice = resolvePage(view, pathname, visitor, config);
  const { owned, status } = choice;
  const pageRequest = { release: view.release, pathname, query: new URLSearchParams(query), visitor };
  const prerendered =
    owned && !isOverridden(view, owned) ? await findPrerendered(deps, { ...pageRequest, owned }) : undefined;
  const page = pages.getPage(view, { ...choice, prerendered }, visitor);
  if (deps.assetOrigin !== '' && visitor.ownFiles) deps.countWithoutCdn();
  const isKept = status === 200 && !view.preview && pageDictionaries.remember(page, headers);
  const answered = pageHeaders(page, visitor, {
    isIndexed: owned?.route.index !== undefined,
    isKept,
    hasOverride: view.preview?.override !== undefined,
  });
  if (status === 200 && matchesTag(headers['if-none-match'], page.tag))
    return { status: 304, headers: answered, cookies, body: '' };
  const plain = page.content.encode(chooseEncoding(headers['accept-encoding']));
  const encoded = await pageDictionaries.chooseSmaller(page, headers, plain);
  return { ...encodedResponse(status, answered, encoded), cookies };
}

/** Limit for the pages that browsers may have from before. */
const DICTIONARIES_BYTES = 16 * 1024 * 1024;

/** For how long a browser may use a page as a dictionary, in seconds: 30 days. */
const AGE_SECONDS = 30 * 24 * 60 * 60;

/**
 * Whether the browser is a Chromium. It keeps no dictionary that must not be used stale, and asks for a page at every
 * load all the same; Firefox would show the stale page.
 */
const isChromium = (headers: IncomingHttpHeaders) => /"Chromium";/.test(String(headers['sec-ch-ua']));

/** The headers with which a browser keeps a page. */
const AS_DICTIONARY = {
  'cache-control': `private, max-age=0, stale-while-revalidate=${String(AGE_SECONDS)}`,
  'use-as-dictionary': 'match="/*", match-dest=("document")',
} as const;

/** Sends pages as deltas to browsers that have one from before, of any route or release. */
export class PageDictionaries {
  readonly #deltas: Deltas;
  readonly cache = new BoundedCache<Uint8Array>(DICTIONARIES_BYTES);

  constructor(deltas: Deltas) {
    this.#deltas = deltas;
  }

  /**
   * Whether the browser keeps a page for the next one, whichever that is: all pages have much in common. Then so does
   * this server.
   */
  remember({ hash, content }: Target, headers: IncomingHttpHeaders): boolean {
    if (!CAN_MAKE_DELTAS || !isChromium(headers)) return false;
    if (!this.cache.get(hash)) this.cache.set(hash, content.bytes, content.bytes.length);
    return true;
  }

  /** The answer `plain`, or a smaller one for a browser that has an older page. */
  chooseSmaller(page: Target, headers: IncomingHttpHeaders, plain: Promise<Encoded>): Promise<Encoded> {
    const dictionary = this.#findOffered(headers);
    return dictionary ? this.#deltas.chooseSmaller(page, dictionary, plain) : plain;
  }

  #findOffered(headers: IncomingHttpHeaders): Dictionary | undefined {
    const hash = offeredDictionary(headers);
    const bytes = hash === undefined ? undefined : this.cache.get(hash);
    return hash !== undefined && bytes ? { hash, read: async () => bytes } : undefined;
  }
}
