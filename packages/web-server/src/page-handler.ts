import type { IncomingMessage } from 'node:http';
import type { PortalConfig } from '@portal/contract/config';
import { LIVE_VIEW_PATH } from '@portal/contract/live-view';
import { onlyValue } from '@portal/contract/query';
import { CONFIG_PATH, ICON_PATHS } from '@portal/contract/web-server-paths';
import type { HttpResponse } from './http-response.ts';
import { encodedResponse, NOT_INDEXED, textResponse } from './http-response.ts';
import { ICON } from './icon.ts';
import { answerLiveView } from './live-view.ts';
import { chooseEncoding, matchesTag } from './negotiate.ts';
import { findRedirect } from './live-parts.ts';
import { choosePage } from './page.ts';
import type { PageCache } from './page-cache.ts';
import { PAGE_SECURITY_HEADERS } from './content-security-policy.ts';
import { unavailableResponse } from './unavailable.ts';
import { bucketCookie, drawBucket, readBucket, readVisitor } from './visitor.ts';
import type { VisitorViews } from './visitor-view.ts';

export interface PageParts {
  readonly config: PortalConfig;
  readonly releases: VisitorViews;
  readonly pages: PageCache;
}

/** Leads on, and takes the query along. The next release may lead elsewhere. */
function redirectResponse(to: string, query: string): HttpResponse {
  const location = query === '' ? to : `${to}?${query}`;
  return textResponse(302, `This page is at ${to}`, { location, ...NOT_INDEXED });
}

async function answerPage(
  { config, releases, pages }: PageParts,
  request: IncomingMessage,
  pathname: string,
  query: string,
): Promise<HttpResponse> {
  const visitor = readVisitor(request.headers, onlyValue(new URLSearchParams(query), 'locale'));
  const known = readBucket(request.headers);
  const bucket = known ?? drawBucket();
  const view = await releases.current(bucket);
  if (!view) return unavailableResponse(visitor.language);
  const redirect = findRedirect(view.release, pathname, config.features);
  if (redirect !== undefined) return redirectResponse(redirect, query);
  const choice = choosePage(view, pathname, visitor, config);
  const { content, policy, tag } = pages.page(view, choice, visitor);
  const headers = {
    ...PAGE_SECURITY_HEADERS,
    ...(choice.owned?.route.index ? {} : NOT_INDEXED),
    'content-type': 'text/html; charset=utf-8',
    'content-language': visitor.language,
    'content-security-policy': policy,
    // Requested again at every load, so a release or a rollback is on the next page; "no-store" would also cost the way back.
    'cache-control': 'private, no-cache',
    etag: tag,
    vary: 'accept-encoding, accept-language, cookie',
    ...(known === undefined ? { 'set-cookie': bucketCookie(bucket, request.headers) } : {}),
  };
  if (choice.status === 200 && matchesTag(request.headers['if-none-match'], tag))
    return { status: 304, headers, body: '' };
  return encodedResponse(choice.status, headers, await content.as(chooseEncoding(request.headers['accept-encoding'])));
}

const METHODS = 'GET, HEAD';

/** The answer to a request that no server of the portal takes. */
export function checkRequest({ method, url = '' }: IncomingMessage): HttpResponse | undefined {
  if (method !== 'GET' && method !== 'HEAD') {
    return textResponse(405, `Only ${METHODS} are answered here.`, { allow: METHODS });
  }
  return url.startsWith('/') ? undefined : textResponse(400, 'The address must begin with "/".');
}

/** Answers a request for what is no asset: pages, the configuration, the icon. */
export async function answerOwn(parts: PageParts, request: IncomingMessage): Promise<HttpResponse> {
  const [pathname = '', ...query] = (request.url ?? '').split('?');
  if (ICON_PATHS.includes(pathname)) {
    return {
      status: 200,
      headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400', ...NOT_INDEXED },
      body: ICON,
    };
  }
  switch (pathname) {
    case CONFIG_PATH:
      return {
        status: 200,
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...NOT_INDEXED },
        body: JSON.stringify(parts.config),
      };
    case LIVE_VIEW_PATH:
      return answerLiveView(parts.releases, request);
    default:
      return answerPage(parts, request, pathname, query.join('?'));
  }
}
